// A game with its variations. Its text is moves with variations in parentheses: `a b (c d) e`.

export class Tree {
  constructor() {
    this.root = { move: null, parent: null, next: [], ply: 0 };
    this.at = this.root;
  }

  // The moves from the start to a node.
  line(node = this.at) {
    const moves = [];
    for (; node.parent; node = node.parent) moves.unshift(node.move);
    return moves;
  }

  // Plays a move; one that is there already is only gone to.
  play(move) {
    let node = this.at.next.find((next) => next.move === move);
    if (!node) {
      node = { move, parent: this.at, next: [], ply: this.at.ply + 1 };
      this.at.next.push(node);
    }
    this.at = node;
  }

  // Removes the current move and everything after it.
  takeBack() {
    const { parent } = this.at;
    if (!parent) return;
    parent.next.splice(parent.next.indexOf(this.at), 1);
    this.at = parent;
  }

  go(where) {
    if (where === "first" || !this.at) this.at = this.root;
    if (where === "back") this.at = this.at.parent ?? this.at;
    if (where === "next") this.at = this.at.next[0] ?? this.at;
    if (where === "last") while (this.at.next[0]) this.at = this.at.next[0];
  }

  // Every node as the text lists them.
  nodes() {
    const nodes = [this.root];
    walk(this.root, { move: (node) => nodes.push(node), open() {}, close() {} });
    return nodes;
  }

  toString() {
    const words = [];
    walk(this.root, {
      move: (node) => words.push(node.move),
      open: () => words.push("("),
      close: () => words.push(")"),
    });
    return words.join(" ").replaceAll("( ", "(").replaceAll(" )", ")");
  }

  static parse(text) {
    const tree = new Tree();
    const stack = [];
    for (const word of text.match(/[()]|[^\s()]+/g) ?? []) {
      if (word === "(") {
        stack.push(tree.at);
        tree.at = tree.at.parent ?? tree.root;
      } else if (word === ")") {
        tree.at = stack.pop() ?? tree.at;
      } else {
        tree.play(word);
      }
    }
    tree.at = tree.root;
    return tree;
  }
}

// Visits the main line, with the variations of each move right behind it.
export function walk(node, visit) {
  while (node.next.length > 0) {
    const [main, ...others] = node.next;
    visit.move(main);
    for (const other of others) {
      visit.open();
      visit.move(other);
      walk(other, visit);
      visit.close();
    }
    node = main;
  }
}
