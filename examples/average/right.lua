local n = io.read("n")
local values, sum = {}, 0
for i = 1, n do
  values[i] = io.read("n")
  sum = sum + values[i]
end
local mean, squares = sum / n, 0
for i = 1, n do squares = squares + (values[i] - mean) ^ 2 end
print(string.format("%.9f %.9f", mean, math.sqrt(squares / n)))
