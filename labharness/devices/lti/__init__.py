"""The wire format of the Lab Test Interface, without any input or output; see docs/lab-test-interface.md."""
