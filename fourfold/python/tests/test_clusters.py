"""Three nodes of Ray, and some workers of Dask, whose processes die, whose disks are full, and which are interrupted."""

import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_cluster import lines, program, timeless

from fourfold import bench, cluster, collapsi

ray = pytest.importorskip("ray", reason="only `.ci/run clusters` installs it")
distributed = pytest.importorskip("distributed", reason="only `.ci/run clusters` installs it")

import psutil  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

COMMANDS = {
    "arena": ["connect-four", "search:nodes=5000,table=1", "greedy", "--games=60"],
    "study": ["collapsi", "search:nodes=300,table=1", "--games=60", "--judge=1000"],
    "perft": ["connect-four", "start", "9"],
}
# What workers do without the program.
ALONE = ["solve", "bench"]
SUITE = bench.suite("v1").only("collapsi", "connect-four", "joker", questions=12)
ENDINGS: dict[str, Any] = {"max_pieces": 7, "bitbase": True, "set": {"hold_turns": 1}}


@pytest.fixture(scope="module")
def nodes() -> Iterator[Cluster]:
    """Three nodes of one thread each; the driver is on the first."""
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    nodes.add_node(num_cpus=1)
    nodes.add_node(num_cpus=1)
    ray.init(address=nodes.address, log_to_driver=False)
    yield nodes
    ray.shutdown()
    nodes.shutdown()


class Counted(cluster.Ray):
    """Counts what is begun."""

    begun = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.begun += 1
        return super().submit(fn, *args, **kwargs)


def busy(node: Any, kind: str) -> list[psutil.Process]:
    """The processes of a node that are in the middle of a share."""
    raylet = psutil.Process(node.all_processes["raylet"][0].process.pid)
    workers = [worker for worker in raylet.children() if worker.cmdline()[:1] == ["ray::_call"]]
    return [worker for worker in workers if kind in ALONE or worker.children()]


@contextmanager
def meanwhile(strike: Callable[[], bool]) -> Iterator[None]:
    """Strikes as soon as that can be done."""
    struck, over = threading.Event(), threading.Event()

    def look() -> None:
        while not struck.is_set() and not over.wait(0.1):
            try:
                if strike():
                    struck.set()
            except psutil.NoSuchProcess:  # It has ended since it was seen.
                pass

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    assert struck.is_set()


def kill(workers: list[psutil.Process], killed: list[psutil.Process]) -> bool:
    """Kills the first worker, if there is one; remembers the program that it runs."""
    for worker in workers[:1]:
        killed += worker.children()
        worker.kill()
    return bool(workers)


def is_over(process: psutil.Process) -> bool:
    return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE


def all_over(processes: list[psutil.Process]) -> bool:
    """Whether they end soon."""
    end = time.monotonic() + 10
    while not all(map(is_over, processes)) and time.monotonic() < end:
        time.sleep(0.1)
    return all(map(is_over, processes))


def do(machines: cluster.Machines, kind: str, folder: Path) -> object:
    """Some work, as what it finds without times."""
    if kind == "solve":
        return np.stack(machines.solve(folder, collapsi.deals(10_000))).tobytes()
    if kind == "bench":
        return [replace(row, seconds=0) for row in machines.bench(folder, "level:4", SUITE).rows]
    if kind == "tablebase":
        return machines.tablebase(folder, **ENDINGS).read_bytes()
    found = getattr(machines, kind)(folder, *COMMANDS[kind])
    return timeless(found), lines(folder / "all")


def do_alone(kind: str, folder: Path) -> object:
    """The same by one process."""
    folder.mkdir()
    if kind == "solve":
        return np.stack(collapsi.solve(collapsi.deals(10_000))).tobytes()
    if kind == "bench":
        return [replace(row, seconds=0) for row in bench.run("level:4", SUITE).rows]
    if kind == "tablebase":
        program("tablebase", "build", folder / "all", "--max-pieces=7", "--bitbase", "--set=hold_turns=1")
        return (folder / "all").read_bytes()
    found = json.loads(program(kind, *COMMANDS[kind], "--threads=1", "--out", folder / "all", "--json"))
    return timeless(found), lines(folder / "all")


def do_while(strike: Callable[[], bool], kind: str, folder: Path) -> None:
    """Does work that is equal to that of one process though something strikes."""
    shares: list[int] = []
    with Counted() as executor, meanwhile(strike):
        machines = cluster.Machines(executor, shares=12, progress=lambda done, of: shares.append(of))
        found = do(machines, kind, folder / "shares")
    assert found == do_alone(kind, folder / "alone")
    assert executor.begun > shares[-1], "something was done again"


@pytest.mark.parametrize("kind", [*COMMANDS, *ALONE, "tablebase"])
def test_workers_die_in_the_middle(nodes: Cluster, kind: str, tmp_path: Path) -> None:
    programs: list[psutil.Process] = []
    do_while(lambda: kill([worker for node in nodes.list_all_nodes() for worker in busy(node, kind)], programs), kind, tmp_path)
    assert (programs or kind in ALONE) and all_over(programs)


@pytest.mark.parametrize("kind", ["arena", "tablebase"])
def test_nodes_die_in_the_middle(nodes: Cluster, kind: str, tmp_path: Path) -> None:
    programs: list[psutil.Process] = []

    def kill_node() -> bool:
        for node in list(nodes.worker_nodes):
            programs[:] = [program for worker in busy(node, kind) for program in worker.children()]
            if programs:
                nodes.remove_node(node, allow_graceful=False)
                return True
        return False

    do_while(kill_node, kind, tmp_path)
    assert all_over(programs)
    nodes.add_node(num_cpus=1)


def test_a_node_with_a_full_disk(nodes: Cluster, tmp_path: Path) -> None:
    full = min(node.node_id for node in nodes.worker_nodes)

    def limited(function: Callable[..., Any], *arguments: Any) -> Any:
        if ray.get_runtime_context().get_node_id() != full:
            return function(*arguments)
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
        try:
            return function(*arguments)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    class Limited(Counted):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            return super().submit(limited, fn, *args, **kwargs)

    executor = Limited()
    assert do(cluster.Machines(executor, shares=12), "arena", tmp_path / "shares") == do_alone("arena", tmp_path / "alone")
    assert executor.begun > 12


def test_ctrl_c_ends_what_runs_and_the_same_call_goes_on(nodes: Cluster, tmp_path: Path) -> None:
    programs: list[psutil.Process] = []

    def interrupt() -> bool:
        programs.extend(child for node in nodes.list_all_nodes() for worker in busy(node, "arena") for child in worker.children())
        if programs and any(tmp_path.glob("shares/*.part")):
            os.kill(os.getpid(), signal.SIGINT)
            return True
        return False

    with pytest.raises(KeyboardInterrupt), meanwhile(interrupt):
        do(cluster.Machines(cluster.Ray(), shares=12), "arena", tmp_path / "shares")
    assert all_over(programs)
    executor = Counted()
    assert do(cluster.Machines(executor, shares=12), "arena", tmp_path / "shares") == do_alone("arena", tmp_path / "alone")
    assert 0 < executor.begun < 12


def test_a_survey_is_that_of_one_process(nodes: Cluster, tmp_path: Path) -> None:
    machines = cluster.Machines(cluster.Ray())
    found = machines.survey(tmp_path)
    assert found == machines.survey(tmp_path) == json.loads(program("survey", "--json"))


@pytest.mark.parametrize("kind", ["arena", "solve", "tablebase"])
def test_workers_of_dask_die_in_the_middle(kind: str, tmp_path: Path) -> None:
    programs: list[psutil.Process] = []
    with distributed.Client(n_workers=3, threads_per_worker=1, dashboard_address=None) as client:
        workers = [psutil.Process(worker) for worker in client.run(os.getpid).values()]
        machines = cluster.Machines(client.get_executor(pure=False), shares=12)

        def is_busy(worker: psutil.Process) -> bool:
            return bool(worker.children()) or kind == "solve" and worker.cpu_percent(0.1) > 20

        with meanwhile(lambda: kill([worker for worker in workers if is_busy(worker)], programs)):
            assert do(machines, kind, tmp_path / "shares") == do_alone(kind, tmp_path / "alone")
    assert all_over(programs)
