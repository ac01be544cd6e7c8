"""Sentences of transports.

Sentences about addresses of runs, submissions and reports.

Sentences of the software authentication protocol GAT.

Words for whose cards a contrast is about.

Sentences of simulated devices and benches.

Sentences about simulations of detection rates.
"""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.wire import Addresses, Gat, Seating, Simulated, Simulations, Wire
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
    Wire.NO_USB_PERMISSION: """This account may not open {link}. Put this line into the file /etc/udev/rules.d/70-labharness.rules: SUBSYSTEM=="usb", ATTR{{idVendor}}=="{vid}", ATTR{{idProduct}}=="{pid}", MODE="0660", GROUP="plugdev", TAG+="uaccess" – then run 'udevadm control --reload' and reconnect the device.""",
    Wire.OTHER_USB_CLASS: "{link} has no interface of class {usb_class} as requested; its interfaces and their classes are {interfaces}. Choose another device, or name interface and class in the URL.",
    Wire.SYSTEM_CLASS: 'The device URL "{url}" names an input device, a disk or a hub. These belong to the system; choose another interface.',
    Wire.NO_DRIVER: "{link} has no driver that libusb can use. On Windows, install the driver WinUSB for it (for example with the program Zadig), then reconnect it.",
    Wire.NO_READ_ENDPOINT: "{link} has no bulk endpoint to read from. Choose another device.",
    Wire.NOT_OPENED: "Cannot open {link}: {why}. Disconnect the device, connect it, and try again.",
    Wire.NO_PORT: "{link} names no serial port of this computer. Connect the device or correct the URL.",
    Wire.NOT_A_PORT: "{link} is not a serial port. Correct the path.",
    Wire.NO_PORT_PERMISSION: "This account may not open {link}. Give it access to {path} (on Linux, add the account to the group of that file, often dialout, and log in again).",
    Wire.HOST_SILENT: "No device accepts a connection at {link}. Check its address, cable and power.",
    Wire.NO_TLS: "{link} accepts no connection under TLS 1.2 or later. Check the port, or use tcp://.",
    Wire.OTHER_CERTIFICATE: "{link} has another certificate, with SHA-256 {received}. Connect the device that the URL names, or correct the digest after you have compared it on the device.",
    Wire.NO_PATH: "Cannot read {link}: {why}. Correct the path or its permissions.",
    Wire.NO_FOLDER: "Cannot watch {link}: {why}. Create the folder or correct the URL.",
    Wire.NOT_A_SOURCE: "{link} is not a source of bytes. Name a file, a pipe, or a device node.",
    Wire.A_TERMINAL: "{link} is a terminal, which changes bytes. Read it with serial:// instead of file://.",
    Wire.READ_ONLY: "{link} can only be read. Choose a device that accepts commands.",
    Wire.NO_CONTROL: "{link} carries no USB control requests. Connect the device by usb:// or usbip://.",
    Wire.FOREIGN_CONTROL: "A control request to {link} concerns the interface or endpoint {index}, which the link does not use. Name that interface in the URL.",
    Wire.CONTROL_REFUSED: "{link} refused the control request {request}. Check that the adapter fits the device's model.",
    Wire.CLOSED: "{link} is not open. Open it before reading or writing.",
    Wire.SILENT: "{link} did not respond in time. Check that the device is on and ready.",
    Wire.NO_NEW_FILE: "No new file appeared in {link} in time. Check that the reader writes its files there.",
    Wire.EMPTY_PACKETS: "{link} sent only empty packets. Restart the device.",
    Wire.TOO_LONG: "The device did not complete an answer within {seconds:duration}. Restart the device.",
    Wire.TOO_MUCH: "The device sent more than {limit:size} for one request. Restart the device.",
    Wire.OVERFLOW: "{link} sent more bytes than requested. Restart the device.",
    Wire.NOTHING_TAKEN: "{link} accepts no bytes. Restart the device.",
    Wire.NOISY: "A transfer with {link} was damaged on the cable, and the device was reset. Check the cable and keep it away from motors.",
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
    Addresses.INVALID: "{text} is not an address of labharness. Copy the whole address and try again.",
    Addresses.NO_PAGE: "This version of the window has no page for {text}. Use the command line.",
    Addresses.NOT_HERE: "{text} does not exist in this workspace. Search for its name.",
    Addresses.OTHER_WORKSPACE: "{text} belongs to workspace {workspace}. Open that workspace first.",
    Gat.LENGTH: "The device sent a frame of length {length}; GAT frames have 4 to 255 bytes. Check the cable and the baud rate.",
    Gat.CRC: "A frame of the device has a wrong CRC. Check the cable and the baud rate.",
    Gat.DATA_LENGTH: "Answer {command} of the device holds {length} {length:byte|bytes} where the protocol has {expected}. Update the firmware.",
    Gat.OTHER_ANSWER: "The device answered {answered} to command {asked}. Restart the device and try again.",
    Gat.OTHER_PART: "The device did not answer with part {part} of its report. Try again.",
    Gat.REFUSED: 'The device refused "{function}" (answer {answer}). Compare with the functions that it lists.',
    Gat.CALCULATION_FAILED: 'The device reports that its calculation for "{function}" failed. Check the names and the seed.',
    Gat.CALCULATION_LATE: 'The device did not finish its calculation for "{function}" within {seconds:duration}. Try again.',
    Gat.NO_RESULT: 'The device has no part {part} of the result of "{function}". Try again.',
    Gat.NOT_SENDABLE: 'GAT cannot carry "{text}". Use at most {limit} printable ASCII characters.',
    Gat.NO_XML: "The device speaks GAT {version} and offers no report in XML. Authenticate dumped images instead.",
    Gat.NOT_A_REPORT: "The report of the device is not valid XML: {why}. Try again.",
    Gat.OTHER_REPORT: "The report of the device does not hold the element {expected}. Update the firmware.",
    Gat.DECLARATION: "The report of the device declares a document type or an entity, which is refused. Update the firmware.",
    Gat.REPORT_TOO_LARGE: "The report of the device is larger than any list of components. Update the firmware.",
    Seating.PLACE: "Place {place}.",
    Seating.SEAT: "Seat {seat} of {players}.",
    Seating.ALL_SEATS: "All {players} seats together.",
    Seating.OTHER: "{name:raw} with {players} {players:player|players}.",
    Seating.HAND: "{name:raw}.",
    Seating.STACK: "Stack {stack}.",
    Seating.STUB: "Stub.",
    Simulated.UNKNOWN_MACHINE: 'No simulated machine is named "{name}". Choose {known:or}.',
    Simulated.UNKNOWN_FAULT: 'No fault is named "{name}". Choose {known:or}.',
    Simulated.NEGATIVE_SEED: "A seed is a whole number from 0. Omit it to use the entropy of the operating system.",
    Simulated.NO_SETTING: "Machine {machine} takes no number. Write it without :{number}.",
    Simulated.SETTING_OUT_OF_RANGE: "The {setting} of machine {machine} must be a whole number from {low} to {high}. Correct it.",
    Simulated.OTHER_MACHINE: 'Fault {fault} does not apply to machine "{machine}". Choose another fault.',
    Simulated.NO_SINGLE_CLASS: "Module {module} holds {classes} classes of {parent}. Keep exactly one.",
    Simulated.NOT_A_STREAM: 'Cannot listen at "{address}". Write tcp://127.0.0.1:4000, or pty for a pseudo-terminal (on Linux and macOS).',
    Simulated.NO_PORT: "Machine {machine} has no port. Put it on a simulated bench with --machine {machine}.",
    Simulated.NOT_STARTED: "The simulated device did not start: {device}. To see why, run: {command:raw}.",
    Simulated.CANNOT_LISTEN: "Cannot listen on {address}: {why}. Choose another port.",
    Simulated.NO_VALUE: 'Fault {fault} takes no value, but "{value}" was given. Omit it.',
    Simulated.NOT_WHOLE: 'Fault {fault} takes a whole number from {low} to {high}, not "{value}". Correct it.',
    Simulated.NOT_IN_RANGE: 'Fault {fault} takes a number from {low} to {high}, not "{value}". Correct it.',
    Simulated.NOT_LISTED: 'Fault {fault} takes {choices:or}, not "{value}". Correct it.',
    Simulated.OTHER_FORM: 'Fault {fault} takes values such as {examples:or}, not "{value}". Correct it.',
    Simulated.NEEDS_CARD: "Fault {fault} needs {card} among the loaded cards. Name another card.",
    Simulated.NEEDS_CARD_TYPES: "Fault {fault} needs cards of two types. Load a whole set.",
    Simulated.NEEDS_DICE: "Fault {fault} needs {dice} {dice:die|dice}. Name another die.",
    Simulated.NEEDS_STACK: "Fault {fault} needs a stack {stack}. Name another stack.",
    Simulated.MISREAD_OUT_OF_RANGE: "The probability of a misread card must be a number from 0 to 1, not {misread}. Correct it.",
    Simulated.NO_MACHINE: "This simulated bench has no machine without a port. Give it one with --machine.",
    Simulated.NO_MACHINE_OR_TRAY: "This simulated bench has no machine and no tray. Give it one with --machine or --tray.",
    Simulated.TRAY_EMPTY: "Tray {tray} holds no cards. Have the simulated device deliver cards there first.",
    Simulations.NO_STRENGTH: "The defect {defect} takes no strength. Omit :{strength}.",
    Simulations.NOT_A_STRENGTH: "The strength must be a number from {least} to {most} (got {got}).",
    Simulations.NOT_A_WHOLE_STRENGTH: "The strength must be a whole number from {least} to {most} (got {got}).",
    Simulations.TOO_MANY_UNITS: (
        "The stage {stage} has {units} units; a simulation covers at most {most}. Choose another plan."
    ),
    Simulations.DOUBLE_SHOE: (
        "Defects of shuffles do not apply to rounds of a double shoe. Use the faults of its simulator."
    ),
    Simulations.NOT_A_TABLE: (
        'This file is not a table of power. Compute it with "labharness plans power PLAN --write".'
    ),
    Simulations.OTHER_TABLE: "This table of power is of another version. Compute it again.",
    Simulations.PROCESS_ENDED: (
        "The operating system ended a {task} process. Try again with fewer --workers."
    ),
}

IN_WINDOW: Mapping[Code, str] = {
    Wire.NOBODY_TO_ASK: "The URL operator:// needs a run that can ask people.",
    Wire.FAULT_UNREADABLE: "Frame {frame} does not hold a fault that this version can read. Verify the run under Evidence.",
    Simulations.PROCESS_ENDED: "The operating system ended a {task} process. Close other programs and try again.",
}
