"""Runs the developer's code in a process that `confine` has restricted."""

from __future__ import annotations

import _thread
import os
import sys
import types

from . import events, frames, fresh_start, started_programs
from .confinement import REQUEST_DESCRIPTOR, confine, set_limits
from .entry_run import run_entry
from .failures import describe
from .json_reader import parse_json
from .outputs import Outputs
from .secret_prompts import answer_prompts
from .settings import GATEWAY_PORT, SCRATCH, Settings
from .surroundings import ENVIRONMENT, PACKAGES, Surroundings
from .values import value_to_json

EXIT_COMPLETED = 0
EXIT_FAILED = 1
EXIT_NOT_CONFINED = 70

_HOST_CODE = "/stoa"
# The certificate authorities that the host trusts, and the variables through which clients find them: Python's ssl and
# httpx, requests, gRPC.
_CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
_CERTIFICATE_VARIABLES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH")
# glibc reserves 8 MiB for each of 64 threads, which would use up an agent's address space. Python's own frames need a
# fraction of that.
_THREAD_STACK_BYTES = 2 << 20


# The defaults of settings for frameworks. A developer can override them with a secret.
_DEFAULTS = {
    # The model for agents of the OpenAI Agents SDK that do not name one.
    "OPENAI_DEFAULT_MODEL": "default",
    # The model for CrewAI agents that do not name one.
    "OPENAI_MODEL_NAME": "default",
    # Without this, CrewAI reports each run to its makers, at hosts that no agent declares.
    "CREWAI_DISABLE_TELEMETRY": "true",
    "CREWAI_TRACING_ENABLED": "false",
}


def _set_environment(token: str, has_hosts: bool, secrets: dict[str, str]) -> None:
    gateway = f"http://127.0.0.1:{GATEWAY_PORT}"
    vocabularies = f"{ENVIRONMENT}/.tiktoken"
    os.environ.clear()
    os.environ.update(_DEFAULTS)
    # The server does not accept secrets with names that are set below.
    os.environ.update(secrets)
    os.environ.update(
        {
            "HOME": SCRATCH,
            "TMPDIR": SCRATCH,
            "PATH": f"{ENVIRONMENT}/bin:/usr/bin:/bin",
            # Python programs that the agent starts import the same packages.
            "PYTHONPATH": f"{PACKAGES}:{ENVIRONMENT}",
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": "0",
            "OPENAI_BASE_URL": f"{gateway}/v1",
            "OPENAI_API_BASE": f"{gateway}/v1",
            "OPENAI_API_KEY": token,
            # Anthropic's clients add /v1 to the URL.
            "ANTHROPIC_BASE_URL": gateway,
            "ANTHROPIC_API_KEY": token,
            "STOA_CONNECTORS_URL": f"{gateway}/connectors",
            "STOA_CONNECTORS_TOKEN": token,
            "STOA_AGENTS_URL": f"{gateway}/agents",
            "STOA_AGENTS_TOKEN": token,
            "STOA_MEMORY_URL": f"{gateway}/memory",
            "STOA_MEMORY_TOKEN": token,
        }
    )
    if has_hosts:
        # Only clients that reach declared hosts need the certificates, and reading them takes a few milliseconds.
        os.environ.update(dict.fromkeys(_CERTIFICATE_VARIABLES, _CERTIFICATES))
    if os.path.isdir(vocabularies):
        # Without this variable, tiktoken would download its vocabularies.
        os.environ["TIKTOKEN_CACHE_DIR"] = vocabularies


def _set_search_path() -> None:
    ours = (_HOST_CODE, PACKAGES, ENVIRONMENT)
    present = [path for path in (PACKAGES, ENVIRONMENT) if os.path.isdir(path)]
    sys.path[:] = [entry for entry in sys.path if entry not in ours] + present


def _set_streams() -> tuple[events.LogStream, events.LogStream]:
    out, err = events.LogStream(1, "info"), events.LogStream(2, "error")
    sys.stdin = sys.__stdin__ = open(0, encoding="utf-8")
    sys.stdout = sys.__stdout__ = out
    sys.stderr = sys.__stderr__ = err
    return out, err


def _offer_events() -> None:
    """Makes the event pipe available to the `stoa` package, which otherwise prints to stderr."""
    bridge = types.ModuleType("_stoa_events")
    vars(bridge).update(log=events.emit_log, progress=events.emit_progress)
    sys.modules["_stoa_events"] = bridge


def _run_agent(job: dict[str, object], archive: bytes | None) -> int:
    fresh_start.make_own()
    secrets = job["secrets"]
    if not isinstance(secrets, dict):
        raise TypeError("secrets must be an object")
    _set_environment(str(job["token"]), bool(job["hasHosts"]), secrets)
    out, err = _set_streams()
    _offer_events()
    sys.argv = [str(job["filename"])]
    sys.dont_write_bytecode = True
    _thread.stack_size(_THREAD_STACK_BYTES)
    _set_search_path()
    started_programs.install()
    folder: str | None = None
    if archive is not None:
        from .archive_files import FOLDER, unpack

        folder = FOLDER
        job["package"] = unpack(archive, str(job["filename"]))
    source = str(job["source"])
    # Other files of an archive can also prompt for secrets.
    if "getpass" in source or archive is not None:
        answer_prompts(source, str(job["filename"]))
    if "dotenv_values" in source or archive is not None:
        from .env_file import offer_secrets_as_env_file

        offer_secrets_as_env_file(secrets)
    events.write_line("started")
    failure: tuple[str, str] | None = None
    outputs = Outputs(str(job["token"]), job["trial"] is True, lambda text: events.emit_log(text, "warning"))
    try:
        outputs.make_folder()
        run_entry(job, events, outputs)
    except BaseException as error:
        failure = describe(error, str(job["filename"]), folder)
    out.finish()
    err.finish()
    if failure is None:
        return EXIT_COMPLETED
    events.emit_failure(*failure)
    return EXIT_FAILED


def _run_inspection(job: dict[str, object]) -> int:
    from .inspection.file import inspect_source

    events.write_line("started")
    events.emit_result(value_to_json(inspect_source(str(job["source"]), job.get("archive"))))
    return EXIT_COMPLETED


def _take_job(
    surroundings: Surroundings, request: int, stdout: int, stderr: int, event_pipe: int
) -> tuple[object, bytes | None]:
    """Confines this process, waits for its job and applies the job's limits. Returns the job and its archive."""
    inherited = confine(surroundings, stdout, stderr, event_pipe, request)
    settings = Settings(frames.read_request(REQUEST_DESCRIPTOR, frames.SETTINGS).decode())
    job = parse_json(frames.read_request(REQUEST_DESCRIPTOR, frames.JOB).decode())
    archive = frames.read_request(REQUEST_DESCRIPTOR, frames.ARCHIVE) if settings.has_archive else None
    os.close(REQUEST_DESCRIPTOR)
    set_limits(settings, inherited)
    return job, archive


def main(surroundings: Surroundings, request: int, stdout: int, stderr: int, event_pipe: int) -> None:
    """Runs the agent process. Never returns. The job is the JSON of AgentJob
    (runtime/supervisor/python/sandbox-request.ts).
    """
    code = EXIT_NOT_CONFINED
    try:
        job, archive = _take_job(surroundings, request, stdout, stderr, event_pipe)
        if not isinstance(job, dict):
            raise TypeError("the job must be an object")
        code = _run_inspection(job) if job["kind"] == "inspect" else _run_agent(job, archive)
    except BaseException as error:
        os.write(2, f"{type(error).__name__}: {error}\n".encode())
    finally:
        os._exit(code)
