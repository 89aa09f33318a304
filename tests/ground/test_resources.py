"""The files that come with the program are found and well formed."""

from __future__ import annotations

import configparser
import json
from xml.etree import ElementTree

import pytest

from lagr_gui.foundation.resource import resource_path, sample_models

MIME_TYPE = "application/x-lagr+json"


def test_a_file_that_did_not_come_with_the_program_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"no_such_thing\.svg"):
        resource_path("no_such_thing.svg")


def test_the_gallery_has_models_in_the_order_of_their_names() -> None:
    models = sample_models()
    assert models
    assert models == sorted(models)
    assert all(model.suffix == ".lagr" and model.is_file() for model in models)


def test_the_desktop_entry_opens_the_files_that_the_mime_type_describes() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read(resource_path("desktop/lagr-gui.desktop"), "utf-8")
    mime = ElementTree.parse(resource_path("desktop/lagr-gui.xml")).getroot()
    kinds = [kind for kind in mime.iter() if kind.tag.endswith("mime-type")]
    assert [kind.get("type") for kind in kinds] == [MIME_TYPE]
    assert entry["Desktop Entry"]["MimeType"] == f"{MIME_TYPE};"
    assert entry["Desktop Entry"]["Exec"] == "lagr-gui %f"
    assert resource_path(f"desktop/{entry['Desktop Entry']['Icon']}.svg").is_file()


def test_no_system_package_is_listed_twice() -> None:
    groups = json.loads(resource_path("debian-packages.json").read_text("utf-8"))
    names = [name for group in groups.values() for name in group]
    assert len(names) == len(set(names))
