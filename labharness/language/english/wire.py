"""Sentences of transports."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.wire import Wire
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Wire.URL_UNKNOWN: 'The device URL "{url}" has an unknown scheme. Begin it with {schemes:or}.',
    Wire.URL_INVALID: 'The device URL "{url}" is not valid. Write it like {forms:or}.',
    Wire.USB_LIBRARY_MISSING: "The USB library cannot be loaded. Reinstall the package libusb-package.",
    Wire.USB_ABSENT: "No USB device {device} is connected. Connect it or correct the URL.",
    Wire.USB_OTHER_UNIT: "USB device {device} with serial number {serial} is not connected; the serial numbers connected are {serials}. Connect the unit that the URL names.",
    Wire.USB_SEVERAL: "Several USB devices {device} are connected (serial numbers {serials}). Add /SERIAL to the URL.",
    Wire.NOT_A_HOST: 'Not a USB/IP host: "{host}". Write HOST:PORT, such as 127.0.0.1:3240.',
    Wire.SERVER_ABSENT: "No USB/IP server answers at {address}. Start the server or correct the URL.",
    Wire.NOT_EXPORTED: "The USB/IP server at {address} exports no device {bus_id}. Export it there or correct the URL.",
    Wire.IN_USE: "Another program uses {link}. Close that program, then try again.",
    Wire.NO_PERMISSION: "This account may not open {link}. Give the account access (on Linux, by a udev rule) or run as administrator.",
    Wire.NO_DRIVER: "{link} has no driver that libusb can use. Install the WinUSB driver for it.",
    Wire.NO_READ_ENDPOINT: "{link} has no bulk endpoint to read from. Choose another device.",
    Wire.NOT_OPENED: "Cannot open {link}: {why}. Disconnect the device, connect it, and try again.",
    Wire.NO_PATH: "Cannot read {link}: {why}. Correct the path or its permissions.",
    Wire.NO_FOLDER: "Cannot watch {link}: {why}. Create the folder or correct the URL.",
    Wire.NOT_A_SOURCE: "{link} is not a source of bytes. Name a file, a pipe, or a device node.",
    Wire.READ_ONLY: "{link} can only be read. Choose a device that accepts commands.",
    Wire.CLOSED: "{link} is not open. Open it before reading or writing.",
    Wire.SILENT: "{link} did not respond in time. Check that the device is on and ready.",
    Wire.NO_NEW_FILE: "No new file appeared in {link} in time. Check that the reader writes its files there.",
    Wire.EMPTY_PACKETS: "{link} sent only empty packets. Restart the device.",
    Wire.TOO_LONG: "The device did not complete an answer within {seconds:duration}. Restart the device.",
    Wire.TOO_MUCH: "The device sent more than {limit:size} for one request. Restart the device.",
    Wire.OVERFLOW: "{link} sent more bytes than requested. Restart the device.",
    Wire.NOTHING_TAKEN: "{link} accepts no bytes. Restart the device.",
    Wire.STALLED: "{link} halted its endpoint, which is now cleared. Repeat the request.",
    Wire.LOST: "The connection to {link} was lost. Check its cable and power.",
    Wire.UNREADABLE: "{link} can no longer be read: {why}. Check the device or folder.",
    Wire.AT_END: "{link} ended and holds no more bytes. Provide a longer source.",
    Wire.FILE_TOO_LONG: "File {file} is larger than {limit:size}. Have the reader write one file for each reading.",
    Wire.RELEASED: "The run no longer uses the {channel}.",
    Wire.NOBODY_TO_ASK: "The URL operator:// needs a run that can ask people. Use it with 'labharness run'.",
    Wire.NO_QUESTION: "The adapter read an answer before it asked a question. Correct the adapter.",
    Wire.ANSWER_TOO_LONG: "The answer is longer than {limit} bytes. Enter it again.",
    Wire.NOT_AHEAD: "Frame {frame} is not ahead in the recording. Replay the exchanges in their order.",
    Wire.OTHER_BYTES: "Frame {frame}: the adapter sends {sent} {sent:byte|bytes}, which differ from the {recorded} recorded. Use the plan and the adapter version of the recorded run.",
    Wire.FEWER_BYTES: "Frame {frame}: the adapter asks for {size} {size:byte|bytes}, but the frame holds {recorded}. Use the plan and the adapter version of the recorded run.",
    Wire.OTHER_FRAME: "Frame {frame}: the adapter asks to {transfer}, but the frame is of kind {recorded}. Use the plan and the adapter version of the recorded run.",
    Wire.NO_FRAME: "Frame {frame}: the adapter asks to {transfer}, but the recording of this exchange ends here. Use the plan and the adapter version of the recorded run.",
    Wire.FRAMES_LEFT: "Frame {frame}: the recording of this exchange holds more than the adapter asked for. Use the plan and the adapter version of the recorded run.",
    Wire.FAULT_UNREADABLE: "Frame {frame} does not hold a fault that this version can read. Verify the run with 'labharness verify'.",
    Wire.NOT_A_RECORDING: "{link} is not a recording: {why:;}. Name the folder of a run.",
    Wire.NO_CHANNEL: 'Run {run} has no channel "{channel}". Omit this URL or name another channel.',
    Wire.RECORDING_DAMAGED: "The recording cannot be replayed further: {why:;}. Restore it from a copy.",
}
