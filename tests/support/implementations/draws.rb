while (line = $stdin.gets)
  way, *numbers = line.split
  n, seed, skipped, stride, count = numbers.map(&:to_i)
  random = Random.new(seed)
  deck = []
  shuffled = lambda do
    deck = (0...n).to_a.shuffle(random: random) if deck.empty?
    deck.shift
  end
  outcomes = (0..skipped + (count - 1) * stride).map do
    case way
    when 'rand' then random.rand(n)
    when 'shuffle' then shuffled.call
    else (random.rand * n).floor
    end
  end
  puts (0...count).map { |i| outcomes[skipped + i * stride] }.join(' ')
end
