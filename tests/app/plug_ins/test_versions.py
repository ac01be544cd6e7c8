import labharness
from labharness import FILES_SHA256
from labharness.app.plug_ins.versions import files_sha256, versions


def test_the_hash_of_the_program_is_that_of_its_text_on_every_system(tmp_path, monkeypatch):
    monkeypatch.setattr(labharness, "__file__", str(tmp_path / "labharness" / "__init__.py"))
    result = []
    first = b"a = 1\nb = 2\n"
    for code, words in (
        (first, first),
        (b"a = 1\r\nb = 2\r\n",) * 2,
        (b"b = 3\n", first),
        (first, b"b = 3\n"),
    ):
        for package in ("labharness", "device_adapters"):
            (tmp_path / package / "part").mkdir(parents=True, exist_ok=True)
            (tmp_path / package / "part" / "code.py").write_bytes(code)
            (tmp_path / package / "part" / "words.txt").write_bytes(words)
        files_sha256.cache_clear()
        result.append(files_sha256())
    files_sha256.cache_clear()

    assert result[0] == result[1]
    assert len(set(result)) == 3


def test_versions_name_the_program_s_own_files():
    assert len(versions()[FILES_SHA256]) == 64
