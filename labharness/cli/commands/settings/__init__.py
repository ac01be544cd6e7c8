"""Settings of the workspace: where its register, queue and store are, its reader, its time stamps."""
