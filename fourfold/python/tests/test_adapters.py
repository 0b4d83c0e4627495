"""OpenSpiel, PettingZoo and Gymnasium."""

from pathlib import Path

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import generate_playthrough, mcts, minimax
from pettingzoo.test import api_test

import fourfold as ff

NAMES = ff.openspiel.register()
FOUR = ff.openspiel.register(players=4, turn_limit=8)


@pytest.mark.parametrize("name", [name for name in NAMES if "mountains" not in name] + FOUR)
def test_openspiel_plays_at_random(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


def test_openspiel_plays_as_was_stored() -> None:
    stored = Path(__file__).parent / "collapsi.playthrough"
    assert generate_playthrough.playthrough("fourfold_collapsi(seed=7)", None, seed=1) == stored.read_text()


def near_the_end(game: pyspiel.Game) -> pyspiel.State:
    state = game.new_initial_state()
    for _ in range(6):
        state.apply_action(state.legal_actions()[0])
    return state


def test_searches_of_openspiel_agree() -> None:
    for seed in range(4):
        game = pyspiel.load_game(f"fourfold_collapsi(seed={seed})")
        state = near_the_end(game)
        score = state.position.analyse().score
        value, action = minimax.alpha_beta_search(game, state, None, 20, state.current_player())
        assert (value > 0) == (score.win is not None)
        if score.win is not None:
            bot = mcts.MCTSBot(game, 1.4, 300, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), solve=True, random_state=np.random.RandomState(1))
            for chosen in (action, bot.step(state)):
                after = state.clone()
                after.apply_action(chosen)
                assert after.is_terminal() or after.position.analyse().score.loss is not None


def test_rules_of_no_game_are_refused() -> None:
    with pytest.raises(ValueError, match="no game has these rules"):
        ff.openspiel.register(colour="red")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", ff.games())
def test_pettingzoo(game: str) -> None:
    api_test(ff.pettingzoo.env(game), num_cycles=60)


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_with_four_players() -> None:
    environment = ff.pettingzoo.env("rolling-mountains", players=4, turn_limit=4)
    api_test(environment, num_cycles=60)
    environment.reset(seed=1)
    for agent in environment.agent_iter():
        seen, _, over, _, _ = environment.last()
        environment.step(None if over else int(seen["action_mask"].argmax()))
    assert not environment.agents


class Legal(gymnasium.Wrapper):
    """Takes a legal action whatever is asked, for the checker, which knows of no masks."""

    def step(self, action: int) -> tuple:
        return self.env.step(self.env.unwrapped.position.legal_actions[0])


@pytest.mark.filterwarnings("ignore")
def test_gymnasium() -> None:
    env = ff.gymnasium.Env("connect-four", bot="greedy")
    check_env(Legal(env), skip_render_check=True)
    _, info = env.reset(seed=1)
    total = over = 0
    while not over:
        _, reward, over, _, info = env.step(int(info["action_mask"].argmax())) 
        total += reward
    assert total in (-1, 0, 1) and not info["action_mask"].any()
