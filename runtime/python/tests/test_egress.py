import struct

import pytest

from stoa_sandbox import egress

DECLARED = ["api.example.com", "www.shop.example", "*.wild.example.org", "db.example.com:5432", "xn--bcher-kva.example"]


def question(name, kind=1, family=1):
    labels = b"".join(bytes([len(label)]) + label.encode() for label in name.split("."))
    return struct.pack(">HHHHHH", 7, 0x100, 1, 0, 0, 0) + labels + b"\0" + struct.pack(">HH", kind, family)


def ask(packet, declared=DECLARED):
    """Returns the response code, the address if there is one, and the names that were refused."""
    refused = []
    reply = egress.answer(packet, egress.Names(declared), refused.append)
    assert reply[:2] == packet[:2]
    address = ".".join(str(byte) for byte in reply[-4:]) if reply[7] else None
    return reply[3] & 15, address, refused


@pytest.mark.parametrize(
    "name",
    [
        "api.example.com", "API.Example.COM", "www.api.example.com", "shop.example", "www.shop.example",
        "a.wild.example.org", "a.b.wild.example.org", "db.example.com", "xn--bcher-kva.example",
    ],
)
def test_declared_name_resolves_to_a_reserved_address(name):
    code, address, refused = ask(question(name))
    assert (code, refused) == (0, [])
    assert address == "192.88.99.1"


@pytest.mark.parametrize(
    "name",
    ["evil.example", "example.com", "c2VjcmV0.api.example.com", "wild.example.org", "api.example.com.evil.example", "xwild.example.org"],
)
def test_undeclared_name_does_not_exist_and_is_reported(name):
    assert ask(question(name)) == (3, None, [name.lower()])


def test_names_without_a_dot_are_not_hosts():
    assert ask(question("evil.example"), ["*"])[0] == 0
    assert ask(question("localhost"), ["*"])[0] == 3


def test_srv_lookup_of_a_name_is_refused_and_reported():
    name = "_mongodb._tcp.cluster.wild.example.org"
    assert ask(question(name, 33)) == (3, None, [name])


@pytest.mark.parametrize("kind", [28, 16, 15, 255])
def test_declared_name_has_only_an_ipv4_address(kind):
    assert ask(question("api.example.com", kind)) == (0, None, [])


@pytest.mark.parametrize(
    "packet",
    [
        b"\xff" * 40,
        question("")[:12] + b"\xc0\x0c\0\1\0\1",
        question("api.example.com")[:-3],
        struct.pack(">HHHHHH", 7, 0x100, 2, 0, 0, 0) + question("api.example.com")[12:],
        question("api.example.com")[:12] + b"\x3f" + b"a" * 10,
        question("api.example.com")[:12] + b"\x02\xff\xfe\0\0\1\0\1",
    ],
    ids=["noise", "pointer to itself", "cut", "two questions", "label beyond the end", "not ASCII"],
)
def test_malformed_question_gets_a_format_error(packet):
    assert ask(packet) == (1, None, [])


def test_packet_without_a_header_gets_no_answer():
    assert egress.answer(b"\0" * 11, egress.Names(DECLARED), lambda _name: None) is None


def test_name_of_255_bytes_is_answered():
    name = ".".join(["a" * 60] * 4)
    assert ask(question(name)) == (3, None, [name.lower()])


def test_oldest_name_loses_its_address_if_the_block_is_full():
    names = egress.Names(["*"])
    addresses = [names.address_of(f"h{number}.example") for number in range(254)]
    assert len(set(addresses)) == 254
    assert names.address_of("h0.example") == addresses[0]
    assert names.address_of("new.example") == addresses[0]
    assert names.host_at(addresses[0]) == "new.example"
    assert names.address_of("h0.example") == addresses[1]


def test_each_refused_name_is_reported_once_up_to_32_names():
    reported = []
    report = egress.RefusedNames(reported.append)
    for number in range(50):
        for _ in range(2):
            report(f"n{number}.example")
    report("hostname")
    assert reported == [f"n{number}.example" for number in range(32)]


def test_usual_and_declared_ports_are_open_except_reserved_ports():
    ports = egress.open_ports(["api.example.com", "db.example.com:15432", "mail.example.com:25", "x.example:22"])
    assert ports == {80, 443, 15432}
