"""Positions in words, and moves read from replies."""

import random

import pytest

import fourfold as ff


@pytest.mark.parametrize("game", ff.games())
def test_rules_are_those_of_the_program(game: str) -> None:
    import subprocess
    import sys

    told = subprocess.run([sys.executable, "-m", "fourfold", "rules", game], capture_output=True, text=True, check=True).stdout
    lines = ff.rules(game).splitlines()
    options = [line for line in lines if "=" in line.split(":")[0]]
    assert lines[: len(lines) - len(options)] == told.splitlines()[: len(lines) - len(options)]
    assert len(options) == len(ff.Position(game).rules)


def test_rules_tell_the_options() -> None:
    assert "rules=joker13: how many steps a joker walks" in ff.rules("collapsi", rules="joker13")
    with pytest.raises(ValueError, match="joker13"):
        ff.rules("collapsi", rules="joker")


@pytest.mark.parametrize("game", ff.games())
def test_a_prompt_tells_rules_position_and_task(game: str) -> None:
    position = ff.Position(game, seed=3)
    text = ff.prompt(position, moves=True)
    for part in (ff.rules(game), position.board(), str(position), position.task, " ".join(position.legal_moves)):
        assert part.rstrip() in text


@pytest.mark.parametrize("game", ff.games())
def test_moves_are_read_in_plain_and_in_cipher(game: str) -> None:
    chance, position = random.Random(1), ff.Position(game, seed=3)
    for cipher in (None, 1, 2):
        for _ in range(20):
            move = chance.choice(position.legal_moves)
            written = ff.in_cipher(position, move, cipher)
            for reply in (f"Move: {written}", f"I think.\n**Move:** `{written}`.", f"<answer>{written}</answer>", written):
                assert ff.read_move(position, reply, cipher=cipher) == move, reply
            position.push(move)
            if position.is_over:
                position = ff.Position(game, seed=4)


REPLIES = {
    "Move: b2": "b2",
    "move: b2.": "b2",
    "**Move: b2**": "b2",
    "Move: c3? No.\nMove: b2": "b2",
    "<answer>b2</answer>": "b2",
    "\\boxed{b2}": "b2",
    "\\boxed{\\text{b2}}": "b2",
    "[b2]": "b2",
    '{"move": "b2"}': "b2",
    "I walk to b2.": "b2",
    "Answer: b2, since c3 is bad": "b2",
    "The best is b2!": "b2",
    "Move: z9": "z9",
    "I walk to d9, or e1": "",
    "": "",
    "I give up": "",
    "Move:": "",
}


@pytest.mark.parametrize(("reply", "move"), REPLIES.items())
def test_usual_replies_are_read(reply: str, move: str) -> None:
    assert ff.read_move(ff.Position("collapsi", seed=5), reply) == move


def test_the_article_is_no_column() -> None:
    position = ff.Position("connect-four")
    assert ff.read_move(position, "I have a plan but no move") == "" and ff.read_move(position, "I drop a stone into d") == "d"


def test_a_word_that_reads_as_a_move_is_illegal_and_no_silence() -> None:
    position = ff.Position("collateral-checkers")
    assert position.is_move("a1-b2") and not position.is_move("hello") and "a1-a3" not in position.legal_moves
    assert ff.read_move(position, "I step a1-e5") in ("", "a1-e5")


@pytest.mark.parametrize("game", ff.games())
def test_a_cipher_hides_names(game: str) -> None:
    position = ff.Position(game, seed=5)
    for _ in range(4):
        position.push(position.legal_moves[-1])
    plain, hidden = ff.prompt(position), ff.prompt(position, cipher=7)
    body = hidden[: hidden.index("in cipher")] + hidden[hidden.index("capitals likewise") :]
    for name in (*position.players, *game.split("-"), "Young", "Ball"):
        assert f" {name} " not in body and name.title() not in body, name
    assert str(position) not in hidden and hidden != ff.prompt(position, cipher=8) and hidden == ff.prompt(position, cipher=7) != plain


def test_a_language_model_is_an_agent_of_matches_too() -> None:
    def complete(prompt: str) -> str:
        return "Move: " + prompt.split("Legal moves: ")[1].split()[0]

    agent = ff.in_words(complete, moves=True, cipher=3)
    answer = agent(ff.Position("collapsi", seed=5))
    assert isinstance(answer, ff.Reply) and answer.whole.startswith("Move: ") and answer in ff.Position("collapsi", seed=5).legal_moves
    assert ff.arena("connect-four", [agent, "random"], games=4).players[0].forfeited == 0
