"""USB through pyusb: libusb on this machine, or USB/IP to another process or machine."""
