# Build the one-folder bundle and the installer on Windows.
#
# UNTRIED: no release was built with it yet. It needs Python 3.12 (py launcher) and Inno Setup 6 (ISCC.exe on the path).
# The installer is not signed: Windows warns before it runs. Compare its SHA-256 with the one that the laboratory publishes.
#
#   powershell -ExecutionPolicy Bypass -File docs\packaging\windows.ps1

$ErrorActionPreference = "Stop"
Set-Location (Join-Path $PSScriptRoot "..\..")

function Invoke-Checked([scriptblock]$command) {
    & $command
    if ($LASTEXITCODE -ne 0) { throw "Exit code ${LASTEXITCODE}: $command" }
}

if (-not (Test-Path ".venv")) { Invoke-Checked { py -3.12 -m venv .venv } }
$python = ".venv\Scripts\python.exe"
Invoke-Checked { & $python -m pip install --require-hashes --requirement requirements-dev.lock }
Invoke-Checked { & $python -m pip install --no-deps --no-build-isolation --editable . }

Invoke-Checked { & $python -P -m labharness.app.manual docs dist\manual }
$env:LABHARNESS_MANUAL = (Resolve-Path "dist\manual").Path
Invoke-Checked { & $python -m PyInstaller --noconfirm --distpath dist --workpath .venv\package docs\packaging\labharness.spec }

# The bundle has to reproduce the published numbers before anybody gets it.
Invoke-Checked { & "dist\labharness\labharness.exe" selftest --only reference --out dist }

$version = (& $python -c "import labharness; print(labharness.__version__)").Trim()
Invoke-Checked { & ISCC.exe "/DVersion=$version" docs\packaging\labharness.iss }
Get-FileHash -Algorithm SHA256 "dist\labharness-$version-setup.exe" | Format-List
