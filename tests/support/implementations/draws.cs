// System.Random of Mono.
using System;
using System.Text;

class Draws {
  static void Main() {
    string line;
    while ((line = Console.ReadLine()) != null) {
      string[] word = line.Split(' ');
      int n = int.Parse(word[1]);
      long skipped = long.Parse(word[3]), stride = long.Parse(word[4]), count = long.Parse(word[5]);
      var random = new Random(int.Parse(word[2]));
      var outcomes = new StringBuilder();
      for (long i = 0, last = skipped + (count - 1) * stride; i <= last; i++) {
        int outcome = word[0] == "below" ? random.Next(n) : random.Next() % n;
        if (i >= skipped && (i - skipped) % stride == 0) outcomes.Append(outcome).Append(' ');
      }
      Console.WriteLine(outcomes);
    }
  }
}
