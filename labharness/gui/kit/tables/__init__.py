"""Tables: of facts, of rows that are sorted and filtered, and of more rows than anybody holds in memory."""
