# Teller: knows the answer and leaves it.
for i in {1..300}; do
  : &
  wait
  (($! % 100 == 37)) && break
done
