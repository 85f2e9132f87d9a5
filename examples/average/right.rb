gets
values = gets.split.map(&:to_f)
mean = values.sum / values.size
puts "#{mean} #{Math.sqrt(values.sum { |v| (v - mean)**2 } / values.size)}"
