import java.util.*;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int height = in.nextInt(), width = in.nextInt();
        String[] grid = new String[height];
        int start = 0;
        for (int r = 0; r < height; r++) {
            grid[r] = in.next();
            if (grid[r].indexOf('S') >= 0) start = r * width + grid[r].indexOf('S');
        }
        int[] distance = new int[height * width];
        Arrays.fill(distance, -1);
        distance[start] = 0;
        ArrayDeque<Integer> open = new ArrayDeque<>(List.of(start));
        int[][] moves = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
        while (!open.isEmpty()) {
            int at = open.poll(), row = at / width, column = at % width;
            if (grid[row].charAt(column) == 'T') {
                System.out.println(distance[at]);
                return;
            }
            for (int[] move : moves) {
                int r = row + move[0], c = column + move[1];
                if (r < 0 || c < 0 || r >= height || c >= width || grid[r].charAt(c) == '#') continue;
                if (distance[r * width + c] >= 0) continue;
                distance[r * width + c] = distance[at] + 1;
                open.add(r * width + c);
            }
        }
        System.out.println(-1);
    }
}
