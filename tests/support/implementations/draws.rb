while (line = $stdin.gets)
  way, *numbers = line.split
  n, seed, skipped, stride, count = numbers.map(&:to_i)
  random = Random.new(seed)
  outcomes = (0..skipped + (count - 1) * stride).map { way == 'rand' ? random.rand(n) : (random.rand * n).floor }
  puts (0...count).map { |i| outcomes[skipped + i * stride] }.join(' ')
end
