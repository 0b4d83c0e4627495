// A game with its variations and comments. Its text is what stands below the tags of a record:
// `a {comment} b (c d) e`.

export class Tree {
  constructor() {
    this.root = { move: null, comment: "", parent: null, next: [], ply: 0 };
    this.at = this.root;
  }

  // The moves from the start to a node.
  line(node = this.at) {
    const moves = [];
    for (; node.parent; node = node.parent) moves.unshift(node.move);
    return moves;
  }

  // Plays a move; one that is there already is only gone to.
  play(move, { byProgram = false } = {}) {
    let node = this.at.next.find((next) => next.move === move);
    if (!node) {
      node = { move, byProgram, comment: "", parent: this.at, next: [], ply: this.at.ply + 1 };
      this.at.next.push(node);
    }
    this.at = node;
  }

  // Removes the current move and everything after it; replies of the program together with the move
  // that they answer, or it would reply again.
  takeBack() {
    let removed;
    do {
      removed = this.at;
      if (!removed.parent) return;
      const { next } = removed.parent;
      next.splice(next.indexOf(removed), 1);
      this.at = removed.parent;
    } while (removed.byProgram);
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
    const comment = (text) => text && words.push(`{${text.replace(/[\\}]/g, "\\$&")}}`);
    comment(this.root.comment);
    walk(this.root, {
      move(node) {
        words.push(node.move.replace(/[\\.(){}[\]*]/g, "\\$&"));
        comment(node.comment);
      },
      open: () => words.push("("),
      close: () => words.push(")"),
    });
    return words.join(" ");
  }

  static parse(text) {
    const tree = new Tree();
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
