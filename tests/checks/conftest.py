import sys
from pathlib import Path

# Samples of raw bytes are made and judged in one way by several tests here.
sys.path.insert(0, str(Path(__file__).parent))
