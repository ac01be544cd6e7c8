import sys
from pathlib import Path

# The dealers written plainly from the text are read by several tests here.
sys.path.insert(0, str(Path(__file__).parent))
