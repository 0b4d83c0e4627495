// Clocks: minutes for each player, and seconds that each move adds.

const TICK = 100;

export class Clock {
  show; over; left; added; timer;

  // `show` is called with the milliseconds that each seat has left, `over` with the seat whose time is up.
  constructor({ show, over }) {
    Object.assign(this, { show, over, left: null });
  }

  // Begins a game by a setting such as `5+3`; `kept` is what was left when the page was left.
  begin(setting, seats, kept) {
    this.stop();
    const [minutes, seconds] = setting.split("+").map(Number);
    this.left = minutes > 0 ? kept ?? Array.from({ length: seats }, () => minutes * 60_000) : null;
    this.added = (seconds || 0) * 1000;
    if (this.left) this.show(this.left, null);
  }

  // Has the clock of a seat run; `moved` is the seat that has just made its move.
  turn(seat, moved = null) {
    if (!this.left) return;
    if (moved !== null && moved !== seat && this.left[moved] > 0) this.left[moved] += this.added;
    this.stop();
    // Who has no time left has left the game: a program plays on.
    if (this.left[seat] <= 0) return;
    let before = performance.now();
    this.timer = setInterval(() => {
      const now = performance.now();
      this.left[seat] = Math.max(0, this.left[seat] - (now - before));
      before = now;
      this.show(this.left, seat);
      if (this.left[seat] > 0) return;
      this.stop();
      this.over(seat);
    }, TICK);
    this.show(this.left, seat);
  }

  stop() {
    clearInterval(this.timer);
  }
}

// Milliseconds as minutes and seconds; with tenths when few are left.
export function time(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 20) return `0:${seconds.toFixed(1).padStart(4, "0")}`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
