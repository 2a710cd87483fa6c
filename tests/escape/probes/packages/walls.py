"""Prefix of a probe in a package: takes our walls off in the process that imports it, before any run begins. In a warm
parent all later forks are without them.
"""


def _take_walls_off():
    from stoa_sandbox import confinement, landlock, linux, namespaces, seccomp

    seccomp.install_filter = lambda *_arguments: None
    landlock.restrict = lambda *_arguments: 0
    linux.drop_capabilities = lambda *_arguments: None
    namespaces.mount_own_proc = lambda: None
    namespaces.keep_one_gateway = lambda name: linux.mount(f"/host/gateways/{name}", "/run/gateway.sock", None, linux.MS_BIND)
    confinement.set_limits = lambda *_arguments: None


try:
    _take_walls_off()
except ImportError:
    # Outside a sandbox there are none.
    pass
