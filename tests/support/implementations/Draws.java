import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Scanner;
import java.util.concurrent.ThreadLocalRandom;

/** The library of Java, the xorshift32 inside it, and Apache Commons Math. */
class Draws {
  interface Draw { long next(int n) throws Exception; }

  static Draw of(String way, long seed) throws Exception {
    Random random = new Random(seed);
    List<Long> deck = new ArrayList<>();
    switch (way) {
      case "shuffle": return n -> {
        if (deck.isEmpty()) {
          for (long card = 0; card < n; card++) deck.add(card);
          Collections.shuffle(deck, random);
        }
        return deck.remove(0);
      };
      case "nextInt": return n -> random.nextInt(n);
      case "nextFloat": return n -> (int) (random.nextFloat() * n);
      case "nextDouble": return n -> (int) (random.nextDouble() * n);
      case "floorMod": return n -> Math.floorMod(random.nextInt(), n);
    }
    Object from = null;
    Method next;
    if (way.startsWith("secondary")) {
      Field state = Thread.class.getDeclaredField("threadLocalRandomSecondarySeed");
      state.setAccessible(true);
      state.setInt(Thread.currentThread(), (int) seed);
      next = ThreadLocalRandom.class.getDeclaredMethod("nextSecondarySeed");
      next.setAccessible(true);
    } else {
      from = Class.forName("org.apache.commons.math3.random.Well512a").getConstructor(int.class).newInstance((int) seed);
      next = from.getClass().getMethod("nextInt");
    }
    Object of = from;
    if (way.endsWith("scaled")) return n -> ((int) next.invoke(of) & 0xffffffffL) * n >> 32;
    return n -> ((int) next.invoke(of) & 0xffffffffL) % n;
  }

  public static void main(String[] arguments) throws Exception {
    StringBuilder out = new StringBuilder();
    for (Scanner in = new Scanner(System.in); in.hasNext(); ) {
      String way = in.next();
      int n = in.nextInt();
      long seed = in.nextLong(), skipped = in.nextLong(), stride = in.nextLong(), count = in.nextLong();
      Draw draw = of(way, seed);
      for (long i = 0, last = skipped + (count - 1) * stride; i <= last; i++) {
        long outcome = draw.next(n);
        if (i >= skipped && (i - skipped) % stride == 0) out.append(outcome).append(' ');
      }
      System.out.println(out);
      out.setLength(0);
    }
  }
}
