#include "langs/entries/jvm/trial_programs.h"

namespace assay {

const char kJavaTrial[] = R"text(import java.io.*;
import java.math.*;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class Main {
  record Edge(int to, long weight) {}

  interface Shape {
    double area();
  }

  enum Colour { RED, GREEN }

  static class Node<T extends Comparable<T>> {
    T value;
    Node<T> left, right;

    Node(T value) {
      this.value = value;
    }

    void add(T more) {
      Node<T> next = more.compareTo(value) < 0 ? left : right;
      if (next != null) {
        next.add(more);
      } else if (more.compareTo(value) < 0) {
        left = new Node<>(more);
      } else {
        right = new Node<>(more);
      }
    }
  }

  static long[] distances(List<List<Edge>> graph) {
    long[] far = new long[graph.size()];
    Arrays.fill(far, Long.MAX_VALUE);
    far[0] = 0;
    PriorityQueue<long[]> queue = new PriorityQueue<>((a, b) -> Long.compare(a[0], b[0]));
    queue.add(new long[] {0, 0});
    while (!queue.isEmpty()) {
      long[] next = queue.poll();
      for (Edge edge : graph.get((int) next[1])) {
        if (far[edge.to()] <= next[0] + edge.weight()) continue;
        far[edge.to()] = next[0] + edge.weight();
        queue.add(new long[] {far[edge.to()], edge.to()});
      }
    }
    return far;
  }

  public static void main(String[] words) throws IOException {
    BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
    StringTokenizer tokens = new StringTokenizer(String.valueOf(reader.readLine()));
    Scanner scanner = new Scanner("3 4.5 x\ny");
    System.out.println(scanner.nextInt() + scanner.nextDouble() + scanner.next() + scanner.hasNext());
    List<List<Edge>> graph = new ArrayList<>();
    for (int i = 0; i < 9; i++) graph.add(new ArrayList<>());
    for (int i = 0; i < 9; i++) graph.get(i).add(new Edge((i * 5 + 1) % 9, i));
    long[] far = distances(graph);
    Map<String, Integer> counts = new HashMap<>();
    for (long each : far) counts.merge("k" + each % 3, 1, Integer::sum);
    TreeMap<String, List<Integer>> sorted = new TreeMap<>(Comparator.reverseOrder());
    counts.forEach((key, value) -> sorted.computeIfAbsent(key, k -> new LinkedList<>()).add(value));
    Deque<Character> stack = new ArrayDeque<>();
    for (char c : "([])".toCharArray()) stack.push(c);
    Set<Integer> seen = new LinkedHashSet<>(Arrays.asList(3, 1, 2));
    Collections.sort(new ArrayList<>(seen), Collections.reverseOrder());
    Node<Integer> tree = new Node<>(5);
    seen.forEach(tree::add);
    Shape shape = () -> Math.sqrt(2);
    Function<Integer, Integer> twice = x -> x * 2;
    BiFunction<Integer, Integer, Integer> sum = (x, y) -> x + y;
    Supplier<Optional<String>> none = Optional::empty;
    System.out.println(IntStream.rangeClosed(1, 5).filter(x -> x % 2 == 1).map(x -> x * x).sum());
    System.out.println(seen.stream().map(twice).map(String::valueOf).sorted(Comparator.comparing(
        String::length)).collect(Collectors.joining(", ", "[", "]")));
    Map<String, Long> groups = Arrays.stream("a b a".split("\\s+")).collect(
        Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    System.out.println(groups);
    System.out.println(new BigInteger("123456789").pow(3).mod(BigInteger.TEN) + " "
        + new BigDecimal("1.25").setScale(1, RoundingMode.HALF_UP));
    System.out.printf("%5.2f %03d %s %s%n", shape.area(), sum.apply(1, 2), Colour.GREEN, stack);
    System.out.println(String.format("%-4s|%x", "ab", 255) + none.get().orElse("none"));
    System.out.println(new StringBuilder("abc").reverse() + Arrays.toString(far)
        + Arrays.deepToString(new int[][] {{1}, {2}}) + Objects.hash(1, 2) + List.of(1, 2)
        + Map.of("a", 1) + "a1b".replaceAll("[0-9]", "") + tokens.countTokens());
    switch (String.join(",", List.of("x", "y"))) {
      case "x,y" -> System.out.println(Integer.toBinaryString(10) + Long.parseLong("12"));
      default -> throw new IllegalStateException();
    }
    try {
      Object nothing = null;
      nothing.toString();
    } catch (NullPointerException | ArithmeticException error) {
      System.err.println(error);
    }
    PrintWriter writer = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
    writer.println(new Random(1).nextInt(10));
    writer.flush();
  }
}
)text";

const char kJunitTrial[] = R"text(import static org.junit.jupiter.api.Assertions.*;

import java.util.*;
import org.junit.jupiter.api.*;

class MainTest {
  private final List<Integer> numbers = new ArrayList<>();

  @BeforeEach
  void fill() {
    numbers.addAll(List.of(3, 1, 2));
  }

  @Test
  void sorts() {
    Collections.sort(numbers);
    assertEquals(List.of(1, 2, 3), numbers);
    assertTrue(numbers.contains(2), "holds two");
    assertArrayEquals(new int[] {1}, new int[] {1});
  }

  @Test
  @DisplayName("throws")
  void fails() {
    assertThrows(IndexOutOfBoundsException.class, () -> numbers.get(9));
  }
}
)text";

const char kKotlinTrial[] = R"text(import java.util.*

data class Edge(val to: Int, val weight: Long)

sealed class Shape {
    data class Circle(val radius: Double) : Shape()
    object Point : Shape()
}

enum class Colour { RED, GREEN }

interface Named { val name: String }

class Stack<T> : Named {
    private val items = mutableListOf<T>()
    override val name by lazy { "stack" }
    fun push(item: T) { items.add(item) }
    fun pop(): T? = items.removeLastOrNull()
    companion object { const val LIMIT = 10 }
}

fun <T : Comparable<T>> List<T>.isSorted(): Boolean = zipWithNext().all { (a, b) -> a <= b }

fun area(shape: Shape): Double = when (shape) {
    is Shape.Circle -> Math.PI * shape.radius * shape.radius
    Shape.Point -> 0.0
}

tailrec fun gcd(a: Int, b: Int): Int = if (b == 0) a else gcd(b, a % b)

fun distances(graph: List<List<Edge>>): LongArray {
    val far = LongArray(graph.size) { Long.MAX_VALUE }
    far[0] = 0
    val queue = PriorityQueue<Pair<Long, Int>>(compareBy { it.first })
    queue.add(0L to 0)
    while (queue.isNotEmpty()) {
        val (cost, at) = queue.poll()
        for (edge in graph[at]) {
            if (far[edge.to] > cost + edge.weight) {
                far[edge.to] = cost + edge.weight
                queue.add(far[edge.to] to edge.to)
            }
        }
    }
    return far
}

fun main() {
    val line: String? = readLine()
    val words = (line ?: "b a b").trim().split(" ").filter { it.isNotEmpty() }
    val graph = List(9) { i -> listOf(Edge((i * 5 + 1) % 9, i.toLong())) }
    val counts = words.groupingBy { it }.eachCount().toSortedMap()
    val squares = (1..5).filter { it % 2 == 1 }.map { it * it }.sumOf { it }
    val stack = Stack<Char>()
    for (c in "([])") stack.push(c)
    println("${distances(graph).toList()} $counts $squares ${stack.pop()} ${stack.name}")
    println(listOf(3, 1, 2).sortedDescending().joinToString(", ", "[", "]") { "x$it" })
    println(String.format("%.2f", area(Shape.Circle(1.0))) + gcd(12, 18) + Colour.GREEN)
    val table = Array(2) { IntArray(3) { it } }
    val sequence = generateSequence(1) { it * 2 }.takeWhile { it < 100 }.toList()
    val text = buildString { append("a"); append(1) }
    println(table.map { it.sum() }.isSorted().toString() + sequence.chunked(2) + text)
    try {
        require(words.size > 100) { "few" }
    } catch (error: IllegalArgumentException) {
        println(error.message)
    }
    val grouped = mutableMapOf<Int, MutableList<String>>()
    for (word in words) grouped.getOrPut(word.length) { mutableListOf() }.add(word)
    check(grouped.values.flatten().toSet() == words.toSet())
}
)text";

const char kKotlinScriptTrial[] =
    R"text(fun sum(numbers: List<Int>): Int = numbers.fold(0) { a, b -> a + b }
data class Pair2(val a: Int, val b: String)
val numbers = (readLine() ?: "1 2").split(" ").mapNotNull { it.toIntOrNull() }
assert(sum(numbers) >= 0)
println(numbers.map { Pair2(it, "x$it") }.associateBy { it.a })
)text";

const char kScalaTrial[] = R"text(import scala.collection.mutable
import scala.util.{Failure, Success, Try}

sealed trait Shape
case class Circle(radius: Double) extends Shape
case object Point extends Shape

object Main {
  case class Edge(to: Int, weight: Long)

  class Stack[T] {
    private val items = mutable.ArrayBuffer.empty[T]
    def push(item: T): Unit = items += item
    def pop(): Option[T] = if (items.isEmpty) None else Some(items.remove(items.size - 1))
  }

  implicit class Counting(val text: String) extends AnyVal {
    def count2(c: Char): Int = text.count(_ == c)
  }

  def area(shape: Shape): Double = shape match {
    case Circle(radius) if radius > 0 => math.Pi * radius * radius
    case _ => 0.0
  }

  @annotation.tailrec
  def gcd(a: Int, b: Int): Int = if (b == 0) a else gcd(b, a % b)

  def distances(graph: Vector[List[Edge]]): Array[Long] = {
    val far = Array.fill(graph.size)(Long.MaxValue)
    far(0) = 0
    val queue = mutable.PriorityQueue((0L, 0))(Ordering.by[(Long, Int), Long](-_._1))
    while (queue.nonEmpty) {
      val (cost, at) = queue.dequeue()
      for (Edge(to, weight) <- graph(at) if far(to) > cost + weight) {
        far(to) = cost + weight
        queue.enqueue((far(to), to))
      }
    }
    far
  }

  def main(args: Array[String]): Unit = {
    val words = Option(scala.io.StdIn.readLine()).getOrElse("b a b").split(" ").toList
    val graph = Vector.tabulate(9)(i => List(Edge((i * 5 + 1) % 9, i)))
    val counts = words.groupBy(identity).map { case (word, all) => word -> all.size }
    val squares = (1 to 5).filter(_ % 2 == 1).map(x => x * x).sum
    val stack = new Stack[Char]
    "([])".foreach(stack.push)
    println(s"${distances(graph).mkString(",")} ${counts.toSeq.sorted} $squares ${stack.pop()}")
    println(f"${area(Circle(1))}%.2f ${gcd(12, 18)} ${"aba".count2('a')}")
    val table = Array.ofDim[Int](2, 3)
    for { i <- table.indices; j <- table(i).indices } table(i)(j) = i * j
    val lazily = LazyList.iterate(1)(_ * 2).takeWhile(_ < 100).toList
    var total = 0L
    lazily.zipWithIndex.foldLeft(0) { case (sum, (x, i)) => total += x; sum + i }
    Try("x".toInt) match {
      case Success(number) => println(number)
      case Failure(error: NumberFormatException) => println(error.getMessage)
      case Failure(error) => throw error
    }
    val sorted = mutable.TreeMap(3 -> "c", 1 -> "a")
    assert(sorted.head._2 == "a" && table.map(_.sum).max == 3 && total > 0)
  }
}
)text";

const char kClojureTrial[] =
    R"text((ns main (:require [clojure.string :as string] [clojure.set :as sets]
                    [clojure.test :refer [deftest is run-tests]]))
(defn total [numbers] (reduce + (map #(* % %) (filter odd? numbers))))
(defn parse [text] (mapv #(Integer/parseInt %) (string/split text #" ")))
(deftest sums (is (= 10 (total [1 2 3]))))
(run-tests)
(println (string/join "," (sort (parse (or (read-line) "3 1 2")))) (frequencies "aba"))
(println (format "%.2f" 1.5) (sets/union #{1} #{2}) (group-by even? (range 5)))
(assert (= 10 (total (range 4))))
)text";

}  // namespace assay
