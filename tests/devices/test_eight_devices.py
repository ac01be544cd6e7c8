"""Eight devices on one desk: each delivers its own bytes whole, whatever the others do."""

import threading
from contextlib import ExitStack
from random import Random

from device_adapters.chaoskey import ChaosKey
from labharness.devices.adapter import AcquireRequest
from labharness.devices.tap import Limits
from labharness.errors import DeviceLost, DeviceTimeout
from labharness.model.observations import Kind
from labharness.simulators.usbip import serve
from tests.support.noise.usb_generators import chaoskey
from tests.support.tapped import tapped

SIZE, REQUESTS = 50_000, 8
SILENT, UNPLUGGED = 2, 5


def source(number):
    draw, given = Random(number), 0

    def noise(size):
        nonlocal given
        given += size
        return b"" if number == SILENT and given > SIZE else draw.randbytes(size)

    return noise


def test_a_silent_and_an_unplugged_device_stop_no_other():
    results = {}

    def work(number, url):
        data = b""
        try:
            with tapped(url, limits=Limits(60 if number != SILENT else 0.5)) as tap:
                for request in range(REQUESTS):
                    if number == UNPLUGGED and request == 3:
                        servers[number].unplug()
                    (result,) = ChaosKey(tap).acquire(AcquireRequest(Kind.BYTES, SIZE))
                    data += result.data
        except (DeviceLost, DeviceTimeout) as error:
            results[number] = type(error)
        else:
            results[number] = data

    with ExitStack() as stack:
        servers = [stack.enter_context(serve(chaoskey(source(number)))) for number in range(8)]
        threads = [
            threading.Thread(target=work, args=(number, server.url)) for number, server in enumerate(servers)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    assert results.pop(SILENT) is DeviceTimeout
    assert results.pop(UNPLUGGED) is DeviceLost
    for number, data in results.items():
        whole = Random(number).randbytes(SIZE * REQUESTS + 8 * 64 * REQUESTS)
        assert data == whole[: len(data)]
        assert len(data) == SIZE * REQUESTS
    assert len(results) == 6
