// The library of C++.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <numeric>
#include <random>
#include <string>
#include <vector>

long n, seed, skipped, stride, count;

template <class Engine> void draw(const std::string &call) {
  Engine engine(seed);
  std::uniform_int_distribution<int> distribution(0, n - 1);
  std::vector<long> deck(n);
  for (long i = 0, last = skipped + (count - 1) * stride; i <= last; i++) {
    long outcome = 0;
    if (call == "distribution") outcome = distribution(engine);
    else if (call == "remainder") outcome = engine() % n;
    else if (call == "halved") outcome = (engine() >> 1) % n;
    else if (call == "minimal") outcome = engine() / 2147483647.0 * n;
    else if (call == "leading") outcome = ((std::uint64_t)engine() >> 11) * 0x1p-53 * n;
    else if (call == "shuffle") {
      if (i % n == 0) {
        std::iota(deck.begin(), deck.end(), 0);
        std::shuffle(deck.begin(), deck.end(), engine);
      }
      outcome = deck[i % n];
    } else std::exit(1);
    if (i >= skipped && (i - skipped) % stride == 0) std::cout << outcome << ' ';
  }
  std::cout << '\n';
}

int main() {
  std::string engine, call;
  while (std::getline(std::cin >> std::ws, engine, '/') >> call >> n >> seed >> skipped >> stride >> count)
    if (engine == "minstd_rand0") draw<std::minstd_rand0>(call);
    else if (engine == "minstd_rand") draw<std::minstd_rand>(call);
    else if (engine == "mt19937") draw<std::mt19937>(call);
    else if (engine == "mt19937_64") draw<std::mt19937_64>(call);
    else return 1;
}
