"""Code of the workspace's plug-ins: what there is, and what may run."""
