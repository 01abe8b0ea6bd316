"""Pictures and documents that the tests make themselves."""

import io
import struct
import zlib

from PIL import Image, ImageCms

# EXIF: orientation 6 (turn right), and a position in Seoul.
ORIENTATION, GPS_INFO = 0x0112, 0x8825


def colours(width, height):
    """A picture whose corners tell how it was turned: red, green, blue, white, from the top left clockwise."""
    picture = Image.new("RGB", (width, height), "grey")
    for box, colour in (
        ((0, 0), "red"), ((width // 2, 0), "lime"), ((width // 2, height // 2), "white"), ((0, height // 2), "blue"),
    ):
        picture.paste(Image.new("RGB", (width - width // 2, height - height // 2), colour), box)
    return picture


def encoded(picture, form, **options):
    out = io.BytesIO()
    picture.save(out, form, **options)
    return out.getvalue()


def secret_exif(orientation=1):
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    exif[0x010F] = "SecretMaker"
    exif.get_ifd(GPS_INFO).update({1: "N", 2: (37.0, 33.0, 58.0), 3: "E", 4: (126.0, 58.0, 41.0)})
    return exif


def jpeg_from_a_phone(width=600, height=400, orientation=6):
    """With everything that a phone puts in: orientation, position, maker, a profile and a comment."""
    picture, exif = colours(width, height), secret_exif(orientation)
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return encoded(
        picture, "JPEG", quality=95, exif=exif, icc_profile=profile, comment=b"SecretComment",
    )


def png_claiming(width, height):
    """A PNG of a few bytes that says it is that large: what a decompression bomb looks like from outside."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = zlib.compress(b"\0" * 4096)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def animation(form, frames=3, size=(64, 48), **options):
    pictures = [Image.new("RGB", size, colour) for colour in ("red", "lime", "blue")[:frames]]
    return encoded(pictures[0], form, save_all=True, append_images=pictures[1:], duration=120, loop=0, **options)


def pdf(pages=2, size=(595, 842)):
    """Pages with one grey square each."""
    kids = " ".join(f"{4 + 2 * index} 0 R" for index in range(pages))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {pages} >>", "<< >>",
    ]
    content = "0.5 g 100 100 200 200 re f"
    for index in range(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size[0]} {size[1]}] /Contents {5 + 2 * index} 0 R >>"
        )
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    out, places = b"%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{text}\nendobj\n".encode()
    table = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n".encode()
    return out


# A box with the brand, and one that goes to the end of the file; what follows stands for picture and sound.
MP4_HEAD = struct.pack(">I4s4sI4s4sI4s", 24, b"ftyp", b"isom", 512, b"isom", b"mp41", 0, b"mdat")
MP4 = MP4_HEAD + bytes(range(256)) * 3000


def box(kind, body):
    return struct.pack(">I4s", 8 + len(body), kind) + body


def film_of_a_phone(place):
    """A film that says where it was made, as phones write it."""
    text = struct.pack(">HH", len(place), 0x15C7) + place
    media = box(b"mdia", box(b"hdlr", bytes(8) + b"vide" + bytes(12)))
    head = box(b"moov", box(b"mvhd", bytes(100)) + box(b"trak", media) + box(b"udta", box(b"\xa9xyz", text)))
    return MP4_HEAD[:24] + head + box(b"mdat", b"seen and heard" * 9_000)


def opened(content):
    picture = Image.open(io.BytesIO(content))
    picture.load()
    return picture


def corner(picture):
    return picture.convert("RGB").getpixel((3, 3))
