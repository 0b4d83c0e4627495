"""The values of the small classic games by brute force, to compare with values.tsv. It shares no code with the crate.

    python3 examples/classics/brute.py            # all, in a few minutes
    python3 examples/classics/brute.py hex nim    # the games whose names begin so

It prints a row for each game (name, value, plies, nim value), compares it with values.tsv, and fails if one differs.

A game is its first position and a function of a position: the player to move, the positions that moves lead to, and if
there is none the winner, None for a draw, or the points of both players.
"""
import sys
from pathlib import Path

sys.setrecursionlimit(1_000_000)
WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


# The solvers.

def result(end, player):
    """1, 0 or -1 for a player at the end of a game."""
    if end is None:
        return 0
    if isinstance(end, tuple):
        return (end[player] > end[1 - player]) - (end[player] < end[1 - player])
    return 1 if end == player else -1


def everywhere(start, look):
    """Value and distance by going through all positions from the ends backwards; positions may come again."""
    found, ends, before = {start: look(start)}, [], {}
    queue = [start]
    for position in queue:
        mover, children, end = found[position]
        if not children:
            ends.append((position, mover if result(end, mover) > 0 else 1 - mover if result(end, mover) < 0 else None))
        for child in children:
            before.setdefault(child, []).append(position)
            if child not in found:
                found[child] = look(child)
                queue.append(child)
    winner = {position: (who, 0) for position, who in ends if who is not None}
    left = {position: len(children) for position, (_, children, _) in found.items()}
    queue = list(winner)
    for position in queue:
        who, plies = winner[position]
        for parent in before.get(position, ()):
            if parent in winner:
                continue
            left[parent] -= 1
            if found[parent][0] == who or left[parent] == 0:
                winner[parent] = (who, plies + 1)
                queue.append(parent)
    if start not in winner:
        return 0, None
    who, plies = winner[start]
    return (1 if who == found[start][0] else -1), plies


def minimax(start, look):
    """Value and distance by plain recursion, for games that end."""
    known = {}

    def of(position):
        if position in known:
            return known[position]
        mover, children, end = look(position)
        if not children:
            answer = (mover, result(end, mover), 0)
        else:
            best = None
            for child in children:
                turn, value, plies = of(child)
                value = value if turn == mover else -value
                if best is None or (value, -value * plies) > (best[0], -best[0] * best[1]):
                    best = (value, plies)
            answer = (mover, best[0], best[1] + 1)
        known[position] = answer
        return answer

    _, value, plies = of(start)
    return value, plies if value else None


def drawn(start, look):
    """Value without distance: can each of the players force a win?"""
    def can(player):
        known = {}

        def of(position):
            if position not in known:
                mover, children, end = look(position)
                if not children:
                    known[position] = result(end, player) > 0
                else:
                    known[position] = (any if mover == player else all)(map(of, children))
            return known[position]

        return of(start)

    first = look(start)[0]
    return (1 if can(first) else -1 if can(1 - first) else 0), None


def shortest(start, look):
    """Value and distance of a game that the player who begins wins: within 1 ply, 2, and so on."""
    player, known, seen = look(start)[0], {}, {}

    def within(position, plies):
        won, lost = known.get(position, (10**9, -1))
        if plies >= won or plies <= lost:
            return plies >= won
        if position not in seen:
            seen[position] = look(position)
        mover, children, end = seen[position]
        if not children:
            wins = result(end, player) > 0
        else:
            wins = plies > 0 and (any if mover == player else all)(within(child, plies - 1) for child in children)
        known[position] = (plies, lost) if wins else (won, plies)
        return wins

    plies = next(plies for plies in range(1, 100) if within(start, plies))
    return 1, plies


def margin(start, look):
    """The best difference of points for the player who begins."""
    known = {}

    def of(position):
        if position not in known:
            mover, children, end = look(position)
            if not children:
                known[position] = end[0] - end[1]
            else:
                known[position] = (max, min)[mover](map(of, children))
        return known[position]

    return of(start)


def nim_value(start, look):
    known = {}

    def of(position):
        if position not in known:
            reached = set(map(of, look(position)[1]))
            known[position] = next(n for n in range(len(reached) + 1) if n not in reached)
        return known[position]

    return of(start)


def among_three(start, look):
    """Whether the first of three players can force a win, and if none can, `nobody`."""
    def can(player):
        known = {}

        def of(position):
            if position not in known:
                mover, children, end = look(position)
                if not children:
                    known[position] = end == player
                else:
                    known[position] = (any if mover == player else all)(map(of, children))
            return known[position]

        return of(start)

    return "win" if can(0) else "loss" if can(1) or can(2) else "nobody"


# The games. Boards are texts, row by row from above.

def in_a_row(wide, high, length, falls=False):
    cells = [(x, y) for x in range(wide) for y in range(high)]
    ways = [[(x + i * dx, y + i * dy) for i in range(length)] for x, y in cells for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))]
    lines = [[y * wide + x for x, y in line] for line in ways if all(cell in cells for cell in line)]

    def look(board):
        mover = (board.count("x") + board.count("o")) % 2
        if any(all(board[i] == "ox"[mover] for i in line) for line in lines):
            return mover, [], 1 - mover
        cells = [i for i, piece in enumerate(board) if piece == "."]
        if falls:
            cells = [i for i in cells if i + wide >= len(board) or board[i + wide] != "."]
        return mover, [board[:i] + "xo"[mover] + board[i + 1:] for i in cells], None

    return "." * (wide * high), look


def reversi(size):
    def turns(board, i, own):
        x, y, found = i % size, i // size, []
        for dx, dy in WAYS:
            line, a, b = [], x + dx, y + dy
            while 0 <= a < size and 0 <= b < size and board[b * size + a] not in ("." + own):
                line.append(b * size + a)
                a, b = a + dx, b + dy
            if 0 <= a < size and 0 <= b < size and board[b * size + a] == own:
                found += line
        return found

    def children(board, mover):
        for i, piece in enumerate(board):
            turned = turns(board, i, "xo"[mover]) if piece == "." else []
            if turned:
                new = list(board)
                for j in turned + [i]:
                    new[j] = "xo"[mover]
                yield "".join(new), 1 - mover

    def look(position):
        board, mover = position
        after = list(children(board, mover))
        if not after and any(True for _ in children(board, 1 - mover)):
            after = [(board, 1 - mover)]
        return mover, after, (board.count("x"), board.count("o"))

    low, high = size // 2 - 1, size // 2
    board = ["."] * size**2
    board[low * size + high] = board[high * size + low] = "o"
    board[low * size + low] = board[high * size + high] = "x"
    return ("".join(board), 0), look


def hexagons(size):
    def joined(own, along):
        reached = {cell for cell in own if cell[along] == 0}
        open_cells = list(reached)
        for x, y in open_cells:
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1)):
                if cell in own and cell not in reached:
                    reached.add(cell)
                    open_cells.append(cell)
        return any(cell[along] == size - 1 for cell in reached)

    cells = [(x, y) for x in range(size) for y in range(size)]

    def look(stones):
        mover = int(len(stones[0]) > len(stones[1]))
        if joined(stones[1 - mover], 1 - mover):
            return mover, [], 1 - mover
        free = [cell for cell in cells if cell not in stones[0] and cell not in stones[1]]
        new = [tuple(s | {cell} if i == mover else s for i, s in enumerate(stones)) for cell in free]
        return mover, new, None

    return (frozenset(), frozenset()), look


def breakthrough(wide, high):
    rows = 1 if high < 5 else 2

    def look(position):
        white, black, mover = position
        own, other, up = (white, black, 1) if mover == 0 else (black, white, -1)
        goal = 0 if mover == 0 else high - 1
        if any(y == goal for _, y in other):
            return mover, [], 1 - mover
        after = []
        for x, y in own:
            for side in (-1, 0, 1):
                to = (x + side, y + up)
                if not 0 <= to[0] < wide or not 0 <= to[1] < high or to in own or (side == 0 and to in other):
                    continue
                moved, rest = own - {(x, y)} | {to}, other - {to}
                after.append((moved, rest, 1) if mover == 0 else (rest, moved, 0))
        return mover, after, 1 - mover

    white = frozenset((x, y) for x in range(wide) for y in range(rows))
    black = frozenset((x, high - 1 - y) for x, y in white)
    return (white, black, 0), look


def checkers(wide, high):
    """Pieces are (x, y, king)."""
    def targets(piece, mover, taken, others, length):
        x, y, king = piece
        for dx in (-1, 1):
            for dy in (-1, 1):
                if not king and dy != (1, -1)[mover]:
                    continue
                to = (x + length * dx, y + length * dy)
                over = (x + dx, y + dy)
                if 0 <= to[0] < wide and 0 <= to[1] < high and to not in taken:
                    if length == 1 or over in others:
                        yield to, over

    def look(position):
        sides, mover, jumper = position
        own, other = sides[mover], sides[1 - mover]
        taken = {(x, y) for side in sides for x, y, _ in side}
        others = {(x, y): (x, y, king) for x, y, king in other}
        after = []
        for length in (2, 1):
            if after or (length == 1 and jumper):
                break
            for piece in own:
                if jumper and piece[:2] != jumper:
                    continue
                for to, over in targets(piece, mover, taken, others, length):
                    king = piece[2] or to[1] == (high - 1, 0)[mover]
                    moved = (to[0], to[1], king)
                    rest = other - {others[over]} if length == 2 else other
                    sides_after = [None, None]
                    sides_after[mover], sides_after[1 - mover] = own - {piece} | {moved}, rest
                    goes_on = False
                    if length == 2 and king == piece[2]:
                        still = {(x, y) for side in sides_after for x, y, _ in side}
                        prey = {(x, y) for x, y, _ in rest}
                        goes_on = any(True for _ in targets(moved, mover, still, prey, 2))
                    after.append((tuple(sides_after), mover if goes_on else 1 - mover, to if goes_on else None))
        return mover, after, 1 - mover

    dark = [(x, y, False) for x in range(wide) for y in range(high) if (x + y) % 2 == 0]
    black = frozenset(piece for piece in dark if piece[1] == 0)
    white = frozenset(piece for piece in dark if piece[1] == high - 1)
    return ((black, white), 0, None), look


def fox_and_hounds(size):
    def look(position):
        fox, hounds, mover = position
        if fox[1] == 0:
            return mover, [], 0

        def free(cell):
            return 0 <= cell[0] < size and 0 <= cell[1] < size and cell != fox and cell not in hounds

        after = []
        if mover == 0:
            steps = [(fox[0] + dx, fox[1] + dy) for dx in (-1, 1) for dy in (-1, 1)]
            after = [(to, hounds, 1) for to in steps if free(to)]
        else:
            for x, y in hounds:
                after += [(fox, hounds - {(x, y)} | {(x + dx, y + 1)}, 0) for dx in (-1, 1) if free((x + dx, y + 1))]
        return mover, after, 1 - mover

    # The fox starts on a square of the hounds' colour in the middle of the last rank.
    fox = min(((x, size - 1) for x in range(1, size, 2)), key=lambda cell: abs(2 * cell[0] - size - 0.5))
    return (fox, frozenset((x, 0) for x in range(0, size, 2)), 0), look


def dominoes(wide, high, both):
    def look(position):
        free, mover = position
        ways = [(1, 0), (0, 1)] if both else [(0, 1)] if mover == 0 else [(1, 0)]
        after = [
            (free - {(x, y), (x + dx, y + dy)}, 1 - mover)
            for x, y in free for dx, dy in ways if (x + dx, y + dy) in free
        ]
        return mover, after, 1 - mover

    return (frozenset((x, y) for x in range(wide) for y in range(high)), 0), look


def dodgem(size):
    def look(position):
        cars, mover = position
        if not cars[1 - mover]:
            return mover, [], 1 - mover
        after = []
        for x, y in cars[mover]:
            for dx, dy in ((1, 0), (0, 1), (0, -1)) if mover == 0 else ((0, 1), (1, 0), (-1, 0)):
                to = (x + dx, y + dy)
                leaves = to[mover] == size
                inside = 0 <= to[0] < size and 0 <= to[1] < size
                if leaves or (inside and to not in cars[0] and to not in cars[1]):
                    own = cars[mover] - {(x, y)} | (set() if leaves else {to})
                    after.append(((own, cars[1]) if mover == 0 else (cars[0], own), 1 - mover))
        # Who is blocked has won.
        return mover, after, mover

    first = frozenset((0, y) for y in range(1, size))
    return ((first, frozenset((x, 0) for x in range(1, size))), 0), look


def sliding(points, joined, may):
    """Games in which a piece goes to the only empty point."""
    def look(position):
        board, mover = position
        hole = board.index(".")
        after = []
        for i, piece in enumerate(board):
            if piece == "xo"[mover] and joined(i, hole) and may(board, mover, i, hole):
                new = list(board)
                new[hole], new[i] = piece, "."
                after.append(("".join(new), 1 - mover))
        return mover, after, 1 - mover

    return (points, 0), look


def mu_torere():
    def joined(a, b):
        return 8 in (a, b) or abs(a - b) in (1, 7)

    def may(board, mover, start, hole):
        neighbours = board[(start + 1) % 8] + board[start - 1 if start else 7]
        return hole != 8 or "ox"[mover] in neighbours

    return sliding("xxxxoooo.", joined, may)


def pong_hau_ki():
    lines = {frozenset(pair) for pair in ("ac", "bc", "cd", "ce", "ad", "be", "de")}
    return sliding("xx.oo", lambda a, b: frozenset(("abcde"[a], "abcde"[b])) in lines, lambda *_: True)


def morris(men):
    lines = ["012", "345", "678", "036", "147", "258", "048", "246"]
    beside = {frozenset(line[i:i + 2]) for line in lines for i in (0, 1)}

    def look(position):
        board, mover = position
        if any(all(board[int(c)] == "ox"[mover] for c in line) for line in lines):
            return mover, [], 1 - mover
        own, after = "xo"[mover], []
        free = [i for i in range(9) if board[i] == "."]
        if board.count(".") > 9 - 2 * men:
            after = [(board[:i] + own + board[i + 1:], 1 - mover) for i in free]
        else:
            for i in range(9):
                for j in free:
                    if board[i] == own and frozenset((str(i), str(j))) in beside:
                        new = list(board)
                        new[i], new[j] = ".", own
                        after.append(("".join(new), 1 - mover))
        return mover, after, 1 - mover

    return (".........", 0), look


def kalah(houses, seeds):
    """Pits around the board: the houses and the store of the first player, then those of the second."""
    stores = (houses, 2 * houses + 1)

    def look(position):
        pits, mover = position
        sides = (pits[:houses], pits[houses + 1:-1])
        totals = (sum(pits[:houses + 1]), sum(pits[houses + 1:]))
        if not any(sides[0]) or not any(sides[1]):
            return mover, [], totals
        after = []
        first = mover * (houses + 1)
        for pit in range(first, first + houses):
            if not pits[pit]:
                continue
            new, hand, at = list(pits), pits[pit], pit
            new[pit] = 0
            while hand:
                at = (at + 1) % len(pits)
                if at != stores[1 - mover]:
                    new[at] += 1
                    hand -= 1
            if first <= at < first + houses and new[at] == 1:
                opposite = 2 * houses - at
                new[stores[mover]] += 1 + new[opposite]
                new[at] = new[opposite] = 0
            after.append((tuple(new), mover if at == stores[mover] else 1 - mover))
        return mover, after, totals

    return (((seeds,) * houses + (0,)) * 2, 0), look


def dots_and_boxes(wide, high):
    boxes = {
        (x, y): {("level", x, y), ("level", x, y + 1), ("upright", x, y), ("upright", x + 1, y)}
        for x in range(wide) for y in range(high)
    }
    lines = sorted(set().union(*boxes.values()))

    def look(position):
        drawn, points, mover = position
        after = []
        for line in lines:
            if line in drawn:
                continue
            new = drawn | {line}
            closed = sum(line in sides and sides <= new for sides in boxes.values())
            got = tuple(p + closed * (i == mover) for i, p in enumerate(points))
            after.append((new, got, mover if closed else 1 - mover))
        return mover, after, points

    return (frozenset(), (0, 0), 0), look


def race(cells):
    home = cells + 1

    def look(position):
        runners, mover = position
        for player in range(3):
            if runners[player] == (home, home):
                return mover, [], player
        taken, after = set(sum(runners, ())), []
        for start in sorted(set(runners[mover]) - {home}):
            to = next((c for c in range(start + 1, home) if c not in taken), home)
            pair = list(runners[mover])
            pair[pair.index(start)] = to
            new = list(runners)
            new[mover] = tuple(sorted(pair))
            after.append((tuple(new), (mover + 1) % 3))
        return mover, after, None

    return (((0, 0),) * 3, 0), look


def heaps(start, moves, misere=False):
    def look(position):
        piles, mover = position
        after = [(new, 1 - mover) for new in moves(piles)]
        return mover, after, mover if misere else 1 - mover

    return (start, 0), look


def nim(piles):
    return [piles[:i] + (left,) + piles[i + 1:] for i, pile in enumerate(piles) for left in range(pile)]


def wythoff(piles):
    a, b = piles
    return nim(piles) + [(a - n, b - n) for n in range(1, min(a, b) + 1)]


def pins(least):
    """The lengths of rows, sorted."""
    def moves(rows):
        for i, row in enumerate(rows):
            for fall in range(least, 3):
                for left in range(row - fall + 1):
                    yield tuple(sorted(rows[:i] + rows[i + 1:] + (left, row - fall - left)))

    return moves


def chomp(wide, high):
    def moves(bar):
        for x, y in bar:
            if (x, y) != (0, 0):
                yield frozenset((a, b) for a, b in bar if a < x or b < y)

    return heaps(frozenset((x, y) for x in range(wide) for y in range(high)), moves)


# What is asked of each.

def points(game, solver):
    value, plies = solver(*game)
    return value, plies, margin(*game)


GAMES = {
    "tic-tac-toe": lambda: minimax(*in_a_row(3, 3, 3)),
    "three-in-a-row-4x3": lambda: minimax(*in_a_row(4, 3, 3)),
    "connect-four-4x4": lambda: minimax(*in_a_row(4, 4, 4, falls=True)),
    "connect-four-5x4": lambda: drawn(*in_a_row(5, 4, 4, falls=True)),
    "reversi-4x4": lambda: points(reversi(4), minimax),
    "hex-3x3": lambda: minimax(*hexagons(3)),
    "hex-4x4": lambda: shortest(*hexagons(4)),
    "breakthrough-3x4": lambda: minimax(*breakthrough(3, 4)),
    "breakthrough-3x5": lambda: minimax(*breakthrough(3, 5)),
    "checkers-4x4": lambda: everywhere(*checkers(4, 4)),
    "checkers-5x4": lambda: everywhere(*checkers(5, 4)),
    "fox-and-hounds-4x4": lambda: minimax(*fox_and_hounds(4)),
    "fox-and-hounds-6x6": lambda: minimax(*fox_and_hounds(6)),
    "domineering-4x4": lambda: minimax(*dominoes(4, 4, False)),
    "domineering-5x5": lambda: minimax(*dominoes(5, 5, False)),
    "dodgem-3x3": lambda: everywhere(*dodgem(3)),
    "mu-torere": lambda: everywhere(*mu_torere()),
    "pong-hau-ki": lambda: everywhere(*pong_hau_ki()),
    "three-mens-morris": lambda: everywhere(*morris(3)),
    "achi": lambda: everywhere(*morris(4)),
    "kalah-3-3": lambda: points(kalah(3, 3), minimax),
    "kalah-4-3": lambda: points(kalah(4, 3), shortest),
    "dots-and-boxes-2x2": lambda: points(dots_and_boxes(2, 2), minimax),
    "dots-and-boxes-3x2": lambda: points(dots_and_boxes(3, 2), minimax),
    "race-of-three-5": lambda: among_three(*race(5)),
    "race-of-three-8": lambda: among_three(*race(8)),
    "nim-3-4-5": lambda: heaps((3, 4, 5), nim),
    "nim-3-4-5-misere": lambda: heaps((3, 4, 5), nim, misere=True),
    "nim-1-2-3": lambda: heaps((1, 2, 3), nim),
    "nim-1-1-1-misere": lambda: heaps((1, 1, 1), nim, misere=True),
    "wythoff-4-7": lambda: heaps((4, 7), wythoff),
    "wythoff-5-7": lambda: heaps((5, 7), wythoff),
    "wythoff-4-7-misere": lambda: heaps((4, 7), wythoff, misere=True),
    "kayles-9": lambda: heaps((9,), pins(1)),
    "kayles-12": lambda: heaps((12,), pins(1)),
    "dawsons-kayles-12": lambda: heaps((12,), pins(2)),
    "dawsons-kayles-14": lambda: heaps((14,), pins(2)),
    "chomp-4x3": lambda: chomp(4, 3),
    "chomp-6x5": lambda: chomp(6, 5),
    "cram-3x3": lambda: dominoes(3, 3, True),
    "cram-4x3": lambda: dominoes(4, 3, True),
    "cram-4x4": lambda: dominoes(4, 4, True),
    # Large.
    "fox-and-hounds-8x8": lambda: minimax(*fox_and_hounds(8)),
    "cram-5x5": lambda: dominoes(5, 5, True),
    "dodgem-4x4": lambda: everywhere(*dodgem(4)),
}


def row(name):
    """The cells of a game: value, plies, nim value."""
    found, nim_cell = GAMES[name](), "-"
    if isinstance(found, str):
        return found, "-", "-"
    if callable(found[1]):
        if "misere" not in name:
            nim_cell = str(nim_value(*found))
        found = minimax(*found)
    value = {1: "win", 0: "draw", -1: "loss"}[found[0]]
    if len(found) == 3:
        value += f" by {abs(found[2])}"
    return value, "-" if found[1] is None else str(found[1]), nim_cell


def main():
    with open(Path(__file__).with_name("values.tsv"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    known = {cells[0]: tuple(cells[1:4]) for cells in rows[1:]}
    wanted = [name for name in GAMES if not sys.argv[1:] or name.startswith(tuple(sys.argv[1:]))]
    if not wanted:
        sys.exit(f"no game begins so: expected {', '.join(GAMES)}")
    wrong = 0
    for name in wanted:
        cells = row(name)
        differs = known.get(name) != cells
        wrong += differs
        print(name, *cells, f"values.tsv has {known.get(name)}" if differs else "", sep="\t", flush=True)
    sys.exit(f"{wrong} of {len(wanted)} differ" if wrong else 0)


if __name__ == "__main__":
    main()
