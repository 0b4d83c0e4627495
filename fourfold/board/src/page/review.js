// The review of a game: the chances ply by ply, errors with their cost, and the accuracy of each player.

import { ask, listen } from "./api.js";
import { button, disc, draw, make } from "./dom.js";
import { chance } from "./worth.js";

const WIDTH = 320;
const HEIGHT = 84;

export class Review {
  panel; curve; summary; task; go; changed; points; stop; path; quiz; view; scale; slips; marks; present; place;

  // `go` is called with a node; `changed` when the marks of moves have.
  constructor({ panel, curve, summary, task }, { go, changed }) {
    Object.assign(this, { panel, curve, summary, task, go, changed, points: [], stop: () => {} });
  }

  clear() {
    this.stop();
    Object.assign(this, { points: [], path: [], quiz: null });
    this.panel.hidden = true;
    this.task.replaceChildren();
  }

  // Judges the positions of a line that have not been judged yet.
  start(params, path, view, { scale, slips }) {
    this.stop();
    const kept = (this.path ?? []).findIndex((node, i) => node !== path[i]);
    const known = kept < 0 ? this.path?.length ?? 0 : kept;
    const points = this.points.filter(({ ply }) => ply <= known);
    Object.assign(this, { path, view, scale, slips, points });
    this.panel.hidden = false;
    this.draw();
    if (points.length > path.length) return;
    params.set("from", points.length);
    this.stop = listen("curve", params, {
      point: (point) => {
        this.points.push(point);
        this.draw();
      },
      end: ({ error }) => error && this.summary.replaceChildren(error),
      lost: () => this.summary.replaceChildren("The program does not answer."),
    });
  }

  // The chance of a seat at a point: of two players each has what the other has not.
  share({ seat, best, shares }, mine) {
    if (shares) return shares[mine];
    const share = chance(best.worth, this.scale);
    return seat === mine ? share : this.isPair ? 1 - share : null;
  }

  get isPair() {
    return this.view.seats.length === 2;
  }

  // The cost of each turn that has been judged, with the move of it that cost the most.
  errors() {
    const turns = [];
    this.points.forEach((point, i) => {
      const node = this.path[point.ply];
      const later = point.best && this.points.slice(i + 1).find((next) => this.share(next, point.seat) !== null);
      if (!node || !later) return;
      const best = point.best.moves[0] === node.move;
      const cost = best ? 0 : Math.max(0, this.share(point, point.seat) - this.share(later, point.seat));
      const error = { node, point, cost, most: cost, better: point.best.moves[0] };
      const last = turns.at(-1);
      if (last?.point.seat !== point.seat) return turns.push(error);
      turns[turns.length - 1] = { ...(cost > last.most ? error : last), cost: last.cost + cost };
    });
    return turns.map((turn) => ({ ...turn, ...this.slip(turn.cost) }));
  }

  // What a turn with this cost is called; nothing if it was good enough.
  slip(cost) {
    const [, sign, kind] = this.slips.findLast(([least]) => cost * this.view.seats.length >= least) ?? [];
    return { sign, kind };
  }

  draw() {
    const errors = this.errors();
    const marks = errors.filter(({ sign }) => sign);
    this.marks = new Map(marks.map(({ node, sign, kind, cost, better }) => [node, { sign, kind, title: `${kind}: costs ${percent(cost)}, best was ${better}` }]));
    this.curve.replaceChildren(this.picture(marks));
    this.summarise(errors);
    this.offer(marks);
    this.changed(this.marks);
  }

  summarise(errors) {
    const rows = this.view.seats.map(({ name, hue }, seat) => {
      const own = errors.filter(({ point }) => point.seat === seat);
      if (own.length === 0) return "";
      const lost = own.reduce((sum, { cost }) => sum + cost, 0);
      const count = (kind) => own.filter((error) => error.kind === kind).length;
      const counts = this.slips.map(([, sign, kind]) => `${count(kind)} ${sign}`).join(", ");
      return make("li", [disc(hue), `${name} ${percent(1 - lost / own.length)}`, make("span", counts, { className: "small" })]);
    });
    this.summary.replaceChildren(...rows.filter(Boolean));
  }

  picture(marks) {
    const last = Math.max(this.path.length, 1);
    const x = (ply) => (WIDTH * ply) / last;
    const y = (share) => HEIGHT - HEIGHT * share;
    const svg = draw("svg", { viewBox: `-8 -8 ${WIDTH + 16} ${HEIGHT + 16}`, role: "img", "aria-label": "The chances, ply by ply" });
    svg.append(draw("path", { class: "even", d: `M0 ${y(0.5)}H${WIDTH}` }));
    this.view.seats.forEach(({ hue }, seat) => {
      if (this.isPair && seat > 0) return;
      const own = this.points.map((point) => [point.ply, this.share(point, seat)]).filter(([, share]) => share !== null);
      if (own.length === 0) return;
      const line = own.map(([ply, share]) => `${x(ply)} ${y(share)}`).join("L");
      if (this.isPair) svg.prepend(draw("path", { class: "area", "data-hue": hue, d: `M${x(own[0][0])} ${HEIGHT}L${line}V${HEIGHT}z` }));
      svg.append(draw("path", { class: "curve", "data-hue": hue, d: `M${line}` }));
    });
    if (this.isPair) svg.prepend(draw("rect", { class: "area", "data-hue": this.view.seats[1].hue, width: WIDTH, height: HEIGHT }));
    this.present = draw("path", { class: "present" });
    svg.append(this.present);
    for (const { node, point, sign, kind } of marks) {
      const share = this.share(point, this.isPair ? 0 : point.seat);
      svg.append(draw("g", { class: `mark ${kind}`, transform: `translate(${x(node.ply)} ${y(share)})` }, [draw("circle", { r: 9 }), draw("text", { y: 4 }, sign)]));
    }
    svg.addEventListener("click", (event) => {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      this.visit(Math.round((at.x / WIDTH) * last));
    });
    this.place = (ply) => this.present.setAttribute("d", `M${x(ply)} 0V${HEIGHT}`);
    return svg;
  }

  visit(ply) {
    const node = this.path[ply - 1] ?? this.path[0]?.parent;
    if (node) this.go(node);
  }

  // Shows where in the game one is.
  at(ply) {
    this.place?.(Math.min(ply, this.path.length));
  }

  // Offers the errors as questions.
  offer(marks) {
    if (this.quiz) return;
    const ask = button("Find the better move", () => this.pose(marks, 0));
    this.task.replaceChildren(...(marks.length > 0 ? [ask] : []));
  }

  pose(marks, i) {
    const error = marks[i];
    if (!error) {
      this.quiz = null;
      return this.offer(this.errors().filter(({ sign }) => sign));
    }
    this.quiz = { marks, i, error };
    const { name, hue } = this.view.seats[error.point.seat];
    this.task.replaceChildren(
      make("p", [disc(hue), `${name} played ${error.node.move} ${error.sign} Find a better move.`]),
      button("Show it", () => this.say(`It was ${error.better}.`)),
      button("Next", () => this.pose(marks, i + 1)),
    );
    this.go(error.node.parent);
  }

  // Judges a move that was made as an answer; says whether it was one.
  async answer(move, params) {
    const { error, marks, i } = this.quiz ?? {};
    if (!error) return false;
    if (move === error.better) return this.say(`${move} is it.`), true;
    const found = await ask("judge", params);
    const mine = error.point.seat;
    const after = this.share(found, mine);
    const cost = after === null ? 1 : this.share(error.point, mine) - after;
    const { sign } = this.slip(cost);
    this.say(sign ? `${move} costs ${percent(cost)}. Try again.` : `${move} is as good.`);
    if (sign) setTimeout(() => this.quiz?.i === i && this.quiz.marks === marks && this.go(error.node.parent), 1500);
    return true;
  }

  say(text) {
    this.task.firstChild.replaceChildren(text);
  }
}

function percent(share) {
  return `${Math.round(100 * share)} %`;
}
