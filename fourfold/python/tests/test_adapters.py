"""OpenSpiel, PettingZoo and Gymnasium."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import gymnasium
import numpy as np
import pettingzoo
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from nim import Nim
from open_spiel.python.algorithms import generate_playthrough, mcts, minimax
from pettingzoo.test import api_test, render_test, seed_test

import fourfold as ff
from fourfold.gymnasium import VectorEnv

NAMES = ff.openspiel.register()
LONGEST = {name: pyspiel.load_game(name).max_game_length() for name in NAMES}
GAMES: list[tuple[str | type[ff.Game], dict[str, object]]] = [(game, {}) for game in ff.games()]
GAMES += [("rolling-mountains", {"players": players, "turn_limit": 8}) for players in (2, 3, 4)] + [(Nim, {})]
IDS = [f"{game if isinstance(game, str) else 'own'} {rules.get('players', '')}" for game, rules in GAMES]


def registered() -> Iterator[str]:
    """The names of all games; those of Rolling Mountains with few turns, as its usual games take a minute."""
    yield from (name for name in ff.openspiel.register() if "mountains" not in name)
    for players in (2, 3, 4):
        yield from ff.openspiel.register(players=players, turn_limit=8)
    ff.openspiel.register()


def test_openspiel_plays_at_random() -> None:
    for name in registered():
        pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


def test_games_of_openspiel_are_as_long_as_they_say() -> None:
    assert [LONGEST[f"fourfold_{game}"] for game in ("collapsi", "connect_four", "compass")] == [14, 42, 600]
    chance = np.random.default_rng(1)
    for name in registered():
        game = pyspiel.load_game(name)
        for _ in range(3):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))
            assert len(state.history()) <= game.max_game_length() < 10**6, name
    endless = ff.openspiel.register(quiet_limit=None)
    assert pyspiel.load_game(endless[0]).max_game_length() == 2**31 - 1
    ff.openspiel.register()


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


def test_openspiel_begins_where_a_text_says() -> None:
    game = pyspiel.load_game("fourfold_collapsi", {"start": "A2.3/4A23b/.A2r3/J3A. r"})
    state = game.new_initial_state()
    assert str(state).startswith("A2.3/4A23b/.A2r3/J3A. r") and state.legal_actions()
    with pytest.raises(ValueError):
        pyspiel.load_game("fourfold_collapsi", {"start": "nonsense"})


def test_openspiel_plays_games_in_python() -> None:
    (name,) = ff.openspiel.register(Nim)
    assert name == "fourfold_nim"
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    state = game.new_initial_state()
    value, _ = minimax.alpha_beta_search(game, state, None, 20, state.current_player())
    assert value == (1 if state.position.analyse().score.win else -1)


def test_states_of_openspiel_pickle() -> None:
    for name in (*NAMES, *ff.openspiel.register(Nim)):
        state = pyspiel.load_game(name).new_initial_state()
        for _ in range(4):
            state.apply_action(state.legal_actions()[-1])
        game, again = pickle.loads(pickle.dumps((state.get_game(), state)))
        assert (str(again), again.history(), str(game)) == (str(state), state.history(), str(state.get_game()))
    code = "import pickle, sys; state = pickle.load(sys.stdin.buffer); print(state, state.legal_actions())"
    state = pyspiel.load_game("fourfold_collapsi(seed=3)").new_initial_state()
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(state), capture_output=True)
    assert done.stdout.decode().strip() == f"{state} {state.legal_actions()}", done.stderr


def test_rules_of_no_game_are_refused() -> None:
    with pytest.raises(ValueError, match="no game has these rules"):
        ff.openspiel.register(colour="red")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("game", "rules"), GAMES, ids=IDS)
def test_pettingzoo(game: str | type[ff.Game], rules: dict[str, object]) -> None:
    def make(**options: object) -> pettingzoo.AECEnv:
        return ff.pettingzoo.env(game, **options, **rules)

    api_test(make(), num_cycles=60)
    seed_test(make, num_cycles=20)
    render_test(make, {"svg": lambda picture: picture.startswith("<svg")})


@pytest.mark.parametrize("game", ff.games())
def test_every_reset_deals_anew(game: str) -> None:
    def deals(seed: int) -> list[str]:
        env = ff.pettingzoo.env(game).unwrapped
        found: list[str] = []
        for again in (seed, None, None, seed, None):
            env.reset(seed=again)
            found.append(str(env.position))
        return found

    one, other = deals(5), deals(6)
    assert one == deals(5) and one[:2] == one[3:]
    if game in ("collapsi", "compass"):
        assert len({*one[:3], *other[:3], str(ff.Position(game, seed=5))}) == 7


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_with_four_players() -> None:
    environment = ff.pettingzoo.env("rolling-mountains", players=4, turn_limit=4)
    api_test(environment, num_cycles=60)
    environment.reset(seed=1)
    for agent in environment.agent_iter():
        seen, _, over, _, _ = environment.last()
        environment.step(None if over else int(seen["action_mask"].argmax()))
    assert not environment.agents


def bots(game: str | type[ff.Game]) -> list[str]:
    kinds = ["random", "greedy", "search", "mcts"]
    if isinstance(game, str):
        kinds += ["level:1", "level:8", "maxn"] + ["perfect"] * (game == "collapsi")
    return kinds


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("game", "rules", "bot"), [(game, rules, bot) for game, rules in GAMES for bot in bots(game)])
def test_gymnasium(game: str | type[ff.Game], rules: dict[str, object], bot: str) -> None:
    check_env(ff.gymnasium.Env(game, bot=bot, nodes=20, illegal_reward=-1.0, **rules), skip_render_check=True)
    env = ff.gymnasium.Env(game, bot=bot, nodes=20, **rules)

    def play(seed: int | None) -> list[str]:
        _, info = env.reset(seed=seed)
        texts = [str(env.position)]
        for _ in range(6):
            if info["action_mask"].any():
                *_, info = env.step(int(info["action_mask"].argmax()))
                texts.append(str(env.position))
        return texts

    seeded, others = play(3), [play(None) for _ in range(4)]
    assert seeded == play(3) and others == [play(None) for _ in range(4)]
    if game in ("collapsi", "compass") or isinstance(game, str) and bot == "random":
        assert seeded not in others


@pytest.mark.parametrize(("bot", "limits", "least", "most"), [("search:nodes=3000", {}, 2000, 3000), ("level:8", {}, 2000, 10**6), ("search:nodes=3000", {"nodes": 50}, 1, 50)])
def test_a_bot_of_gymnasium_has_its_own_limits(bot: str, limits: dict[str, int], least: int, most: int) -> None:
    env = ff.gymnasium.Env("connect-four", bot=bot, **limits)
    env.reset(seed=1)
    assert least <= env.bot.choose(env.position).nodes <= most


def test_an_illegal_action_is_refused_or_ends_the_game() -> None:
    env = ff.gymnasium.Env("connect-four")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="action 41 is illegal"):
        env.step(41)
    with pytest.raises(TypeError):
        env.step(6.9)
    strict = ff.gymnasium.Env("connect-four", illegal_reward=-2.0)
    before, _ = strict.reset(seed=1)
    after, reward, over, cut, _ = strict.step(41)
    assert np.array_equal(before, after) and (reward, over, cut) == (-2.0, True, False)


def test_a_game_of_gymnasium_ends() -> None:
    env = ff.gymnasium.Env("connect-four", bot="greedy")
    _, info = env.reset(seed=1)
    total = over = 0
    while not over:
        _, reward, over, _, info = env.step(int(info["action_mask"].argmax()))
        total += reward
    assert total in (-1, 0, 1) and not info["action_mask"].any()


def test_gymnasium_makes_games_by_name() -> None:
    env = gymnasium.make("fourfold/ConnectFour-v0", bot="greedy", render_mode="ansi")
    seen, info = env.reset(seed=1)
    assert env.observation_space.contains(seen) and info["action_mask"].sum() == 7 and env.unwrapped.action_masks().sum() == 7
    assert env.render().startswith("6 . .") and gymnasium.make("fourfold/Collapsi-v0", render_mode="svg", rules="v1_3").unwrapped.position.rules == {"rules": "v1_3"}
    with pytest.raises(ValueError, match="render_mode='human'"):
        ff.gymnasium.Env("connect-four", render_mode="human")
    names = {name for name in gymnasium.registry if name.startswith("fourfold/")}
    assert len(names) == len(ff.games()) and "fourfold/RollingMountains-v0" in names


@pytest.mark.parametrize("name", ["Collapsi", "ConnectFour", "CollateralCheckers", "Compass", "RollingMountains"])
def test_gymnasium_makes_vectors(name: str) -> None:
    env = gymnasium.make_vec(f"fourfold/{name}-v0", num_envs=4, max_episode_steps=12)
    seen, info = env.reset(seed=5)
    again, _ = gymnasium.make_vec(f"fourfold/{name}-v0", num_envs=4).reset(seed=5)
    assert np.array_equal(seen, again) and env.observation_space.contains(seen)
    chance, ended, total = np.random.default_rng(1), 0, np.zeros(4)
    for _ in range(40):
        mover = info["seats"]
        actions = [int(chance.choice(np.flatnonzero(row))) for row in info["action_mask"]]
        seen, reward, over, cut, info = env.step(np.array(actions))
        assert env.observation_space.contains(seen) and not (over & cut).any() and (reward[~over] == 0).all()
        assert np.array_equal(reward, info["returns"][np.arange(4), mover])
        done, total = over | cut, total + reward
        for i in np.flatnonzero(done):
            assert info["final_obs"][i].shape == seen.shape[1:] and not np.array_equal(info["final_obs"][i], seen[i])
        ended += int(done.sum())
    assert ended


def test_a_vector_writes_over_its_arrays_if_told() -> None:
    kept, copied = (VectorEnv("compass", 3, copy=copy, dtype="uint8") for copy in (False, True))
    first, info = kept.reset(seed=1)
    same, _ = copied.reset(seed=1)
    assert first.dtype == np.uint8 and np.array_equal(first, same) and kept.observation_space.contains(first)
    actions = info["action_mask"].argmax(axis=1)
    again, other = kept.step(actions)[0], copied.step(actions)[0]
    assert again is first and np.array_equal(again, other) and not np.array_equal(again, same)


def test_a_vector_is_reset_by_mask() -> None:
    env = gymnasium.make_vec("fourfold/Collapsi-v0", num_envs=3)
    env.reset(seed=1)
    seen, *_ = env.step(env.unwrapped.batch.mask().argmax(axis=1))
    after, _ = env.reset(options={"reset_mask": np.array([False, True, False])})
    assert [np.array_equal(one, other) for one, other in zip(seen, after, strict=True)] == [True, False, True]


def test_a_vector_of_a_game_in_python() -> None:
    env = VectorEnv(Nim, 2)
    seen, info = env.reset(seed=1)
    assert env.observation_space.contains(seen) and env.step(info["action_mask"].argmax(axis=1))[0].shape == seen.shape
