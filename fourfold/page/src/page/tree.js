// A game with its variations and comments. Its text is what stands below the tags of a record:
// `a {comment} b (c d) e`. Nothing follows a node at which the game ended: by the rules, which is its outcome, or
// off the board, which is its ending in the words of a record, as in `white resigns`.

let made = 0;

/** @param {string} move @param {Move | null} parent @returns {Move} */
function node(move, parent) {
  const ply = parent ? parent.ply + 1 : 0;
  return { id: (made += 1), move, parent, ply, seat: null, places: [], comment: "", outcome: null, ending: "", next: [] };
}

export class Tree {
  root = node("", null);
  at = this.root;

  // The nodes from the first move to a node.
  path(node = this.at) {
    const nodes = [];
    for (; node.parent; node = node.parent) nodes.push(node);
    return nodes.reverse();
  }

  // The moves from the start to a node.
  line(node = this.at) {
    return this.path(node).map(({ move }) => move);
  }

  // The last node of the main line.
  end(node = this.root) {
    while (node.next[0]) node = node.next[0];
    return node;
  }

  // Adds a move and goes to it; one that is there already is only gone to. With `first` it becomes the main
  // line, and what was there becomes a variation.
  /** @param {string} move @param {{ first?: boolean, seat?: number }} [more] */
  play(move, { first = false, ...more } = {}) {
    const { next } = this.at;
    let found = next.find((other) => other.move === move);
    if (!found) next.push((found = node(move, this.at)));
    Object.assign(found, more);
    if (first) next.unshift(...next.splice(next.indexOf(found), 1));
    this.at = found;
    return found;
  }

  // Removes a node and all that follows; goes before it if the present node goes too.
  /** @param {Move} node */
  remove(node) {
    const { parent } = node;
    if (!parent) return;
    if (this.path().includes(node)) this.at = parent;
    parent.next = parent.next.filter((other) => other !== node);
  }

  // Makes the line to a node the main line.
  /** @param {Move} node */
  promote(node) {
    for (const one of this.path(node)) one.parent?.next.sort((a, b) => Number(b === one) - Number(a === one));
  }

  // Every node as the text lists them; the first one is the start.
  nodes() {
    return [this.root, .../** @type {Move[]} */ ([...walk(this.root)].filter((one) => typeof one !== "string"))];
  }

  toString() {
    const comment = (/** @type {Move} */ { comment }) => (comment ? [`{${comment.replace(/[\\}]/g, "\\$&")}}`] : []);
    const move = (/** @type {Move} */ node) => [node.move.replace(/[\\.(){}[\]*]/g, "\\$&"), ...comment(node)];
    const words = [...walk(this.root)].flatMap((one) => (typeof one === "string" ? [one] : move(one)));
    return [...comment(this.root), ...words].join(" ");
  }

  /** @param {string} text */
  static parse(text) {
    const tree = new Tree();
    /** @type {Move[]} */
    const stack = [];
    const words = /\{((?:\\.|[^\\}])*)\}|([()])|((?:\\.|[^\\\s(){}])+)/gs;
    for (const [, comment, bracket, word] of text.matchAll(words)) {
      if (comment !== undefined) {
        tree.at.comment = comment.replace(/\\(.)/gs, "$1");
      } else if (bracket === "(") {
        stack.push(tree.at);
        tree.at = tree.at.parent ?? tree.root;
      } else if (bracket === ")") {
        tree.at = stack.pop() ?? tree.at;
      } else if (!/^(\d+\.+|\*)$/.test(word)) {
        tree.play(word.replace(/\\(.)/g, "$1"));
      }
    }
    tree.at = tree.root;
    return tree;
  }
}

// The main line, with the variations of each move right behind it, in brackets.
/** @param {Move} node @returns {Generator<Move | string>} */
function* walk(node) {
  for (; node.next.length > 0; node = node.next[0]) {
    const [main, ...others] = node.next;
    yield main;
    for (const other of others) {
      yield "(";
      yield other;
      yield* walk(other);
      yield ")";
    }
  }
}
