#!/usr/bin/env python3
"""Makes the time tables of these tests by Python's `zoneinfo`, which shares no code with ours.

    make_time_tables.py /usr/share/zoneinfo [FOLDER_OF_AN_OLDER_DATABASE]

Copies the zones (public domain, tzdata) here as well, so that the tables stay true whatever the machine has. From the
older database (2025b) comes Vancouver alone, which was to put its clocks back in November 2026 and did not.
"""

import random
import shutil
import sys
import zoneinfo
from datetime import datetime, timedelta, timezone
from pathlib import Path

HERE = Path(__file__).parent
ZONES = ["America/New_York", "America/Vancouver", "Europe/London", "Asia/Seoul", "Pacific/Apia", "Australia/Lord_Howe"]
# Korea's last summer time; Samoa's skipped day; these years; behind the tables of a zone file.
YEARS = [1988, 2011, 2012, 2025, 2026, 2027, 2038, 2100]
UTC, EPOCH = timezone.utc, datetime(1970, 1, 1, tzinfo=timezone.utc)


def instant(second):
    return EPOCH + timedelta(seconds=second)


def seconds(moment):
    return int((moment - EPOCH).total_seconds())


def offset(zone, second):
    return int(instant(second).astimezone(zone).utcoffset().total_seconds())


def changes(zone, year):
    """Seconds at which the clocks of a zone change in a year: searched from outside, by the offsets alone."""
    step, found = 6 * 3600, []
    first, last = seconds(datetime(year, 1, 1, tzinfo=UTC)), seconds(datetime(year + 1, 1, 1, tzinfo=UTC))
    for low in range(first, last, step):
        high = low + step
        if offset(zone, low) == offset(zone, high):
            continue
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if offset(zone, middle) == offset(zone, low) else (low, middle)
        found.append(high)
    return found


def at(name, zone, second):
    local = instant(second).astimezone(zone)
    summer = 1 if local.dst() else 0
    return f"at {name} {second} {offset(zone, second)} {summer} {local.tzname()} {local:%Y-%m-%dT%H:%M}"


def wall(name, zone, local):
    """What a wall time is: the instants that show it."""
    first, second = (seconds(local.replace(tzinfo=zone, fold=fold).astimezone(UTC)) for fold in (0, 1))
    shows = [s for s in sorted({first, second}) if instant(s).astimezone(zone).replace(tzinfo=None) == local]
    return f"wall {name} {local:%Y-%m-%dT%H:%M} " + (" ".join(map(str, shows)) or "gap")


def table(name, zone):
    lines = []
    for change in [change for year in YEARS for change in changes(zone, year)]:
        lines += [at(name, zone, change + delta) for delta in (-1, 0, 3600)]
        before, after = (instant(change + delta).astimezone(zone).replace(tzinfo=None) for delta in (-1, 0))
        low, high = min(before, after) - timedelta(minutes=59), max(before, after) + timedelta(minutes=60)
        local = low.replace(minute=low.minute // 15 * 15, second=0)
        step = timedelta(minutes=15 if high - low < timedelta(hours=6) else 180)
        while local <= high:
            lines.append(wall(name, zone, local))
            local += step
    chance = random.Random(name)
    years = (datetime(1920, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC))
    lines += [at(name, zone, chance.randrange(*map(seconds, years))) for _ in range(40)]
    return lines


def main():
    zones = {name: Path(sys.argv[1]) / name for name in ZONES}
    if len(sys.argv) > 2:
        zones["America/Vancouver@2025b"] = Path(sys.argv[2]) / "America/Vancouver"
    lines = []
    for name, path in zones.items():
        kept = HERE / (name.replace("/", "-") + ".tzif")
        shutil.copyfile(path, kept)
        with kept.open("rb") as file:
            lines += table(name, zoneinfo.ZoneInfo.from_file(file, key=name))
    (HERE / "time-tables.txt").write_text("\n".join(lines) + "\n")


main()
