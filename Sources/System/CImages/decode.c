#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>

#include "cimages.h"

int cimages_start(void) {
  /* Pictures stay in memory: no temporary files. */
  setenv("VIPS_DISC_THRESHOLD", "64g", 1);
  if (VIPS_INIT("maru")) return -1;
  /* Everything with a parser that was not made for hostile bytes, except the one for PDF. */
  vips_block_untrusted_set(TRUE);
  vips_operation_block_set("VipsForeignLoadPdf", FALSE);
  vips_concurrency_set(1);
  vips_cache_set_max(0);
  vips_cache_set_max_mem(0);
  return 0;
}

void cimages_free(void *bytes) { g_free(bytes); }

/* The loader is chosen by what the file was found to be, never by what else it may look like. */
static int load(const void *bytes, size_t count, int format, VipsImage **image) {
  void *data = (void *)bytes;
  switch (format) {
  case CIMAGES_JPEG:
    return vips_jpegload_buffer(data, count, image, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
  case CIMAGES_PNG:
    return vips_pngload_buffer(data, count, image, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
  case CIMAGES_GIF:
    return vips_gifload_buffer(data, count, image, "n", -1, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
  case CIMAGES_WEBP:
    return vips_webpload_buffer(data, count, image, "n", -1, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
  case CIMAGES_HEIF:
    return vips_heifload_buffer(data, count, image, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
  default:
    return -1;
  }
}

static int is_too_large(VipsImage *image, struct cimages_limits limits) {
  int height = vips_image_get_page_height(image);
  int64_t pixels = (int64_t)vips_image_get_width(image) * vips_image_get_height(image);
  return vips_image_get_width(image) > limits.side || height > limits.side || pixels > limits.pixels;
}

/* Replaces *image, which is let go in any case. */
static int replace(VipsImage **image, VipsImage *other, int failed) {
  g_object_unref(*image);
  *image = failed ? NULL : other;
  return failed;
}

static int to_srgb(VipsImage **image) {
  VipsImage *out = NULL;
  VipsInterpretation kind = vips_image_guess_interpretation(*image);
  if (vips_image_get_typeof(*image, VIPS_META_ICC_NAME) != 0) {
    /* A broken profile is no reason to refuse a picture. */
    if (vips_icc_transform(*image, &out, "srgb", "embedded", TRUE, NULL) == 0) return replace(image, out, 0);
    out = NULL;
  }
  if (kind == VIPS_INTERPRETATION_CMYK) {
    if (vips_icc_transform(*image, &out, "srgb", "input_profile", "cmyk", NULL) == 0) return replace(image, out, 0);
    out = NULL;
  }
  if (kind == VIPS_INTERPRETATION_B_W && vips_image_get_format(*image) == VIPS_FORMAT_UCHAR) return 0;
  int failed = vips_colourspace(*image, &out, VIPS_INTERPRETATION_sRGB, NULL);
  return replace(image, out, failed);
}

static int flatten(VipsImage **image) {
  if (!vips_image_hasalpha(*image)) return 0;
  VipsImage *out = NULL;
  VipsArrayDouble *white = vips_array_double_newv(1, 255.0);
  int failed = vips_flatten(*image, &out, "background", white, NULL);
  vips_area_unref(VIPS_AREA(white));
  return replace(image, out, failed);
}

static void *note_metadata(VipsImage *image, const char *name, GValue *value, void *names) {
  (void)image;
  (void)value;
  static const char *const known[] = {VIPS_META_XMP_NAME, VIPS_META_IPTC_NAME, VIPS_META_ICC_NAME,
                                      VIPS_META_PHOTOSHOP_NAME, VIPS_META_ORIENTATION, VIPS_META_IMAGEDESCRIPTION};
  int is_metadata = g_str_has_prefix(name, "exif-") || g_str_has_prefix(name, "png-comment-");
  for (size_t index = 0; index < sizeof known / sizeof *known; index++) is_metadata |= strcmp(name, known[index]) == 0;
  if (is_metadata) g_ptr_array_add(names, g_strdup(name));
  return NULL;
}

static int forget_metadata(VipsImage **image) {
  VipsImage *out = NULL;
  int failed = vips_copy(*image, &out, NULL);
  if (replace(image, out, failed)) return failed;
  GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
  vips_image_map(*image, note_metadata, names);
  for (guint index = 0; index < names->len; index++) vips_image_remove(*image, g_ptr_array_index(names, index));
  g_ptr_array_free(names, TRUE);
  return 0;
}

static uint32_t little(const unsigned char *bytes) {
  return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* The encoder for WebP of libvips 8.14 writes EXIF whatever it is told: its chunks go, with their flags (RFC 9649,
   section 2.7). */
static void forget_chunks(unsigned char *bytes, size_t *count) {
  size_t place = 12, end = 12;
  while (place + 8 <= *count) {
    unsigned char *chunk = bytes + place;
    size_t size = 8 + (size_t)little(chunk + 4) + (little(chunk + 4) & 1);
    if (size > *count - place) size = *count - place;
    place += size;
    if (memcmp(chunk, "EXIF", 4) == 0 || memcmp(chunk, "XMP ", 4) == 0 || memcmp(chunk, "ICCP", 4) == 0) continue;
    if (memcmp(chunk, "VP8X", 4) == 0 && size > 8) chunk[8] &= (unsigned char)~0x2C;
    memmove(bytes + end, chunk, size);
    end += size;
  }
  *count = end;
  for (int index = 0; index < 4; index++) bytes[4 + index] = (unsigned char)((end - 8) >> (8 * index));
}

static int save(VipsImage **image, int format, int quality, struct cimages_result *result) {
  int failed = forget_metadata(image);
  if (failed) return failed;
  if (format == CIMAGES_JPEG) failed = flatten(image);
  if (failed) return failed;
  result->format = format;
  result->width = vips_image_get_width(*image);
  result->height = vips_image_get_page_height(*image);
  switch (format) {
  case CIMAGES_PNG:
    return vips_pngsave_buffer(*image, &result->bytes, &result->count, "compression", 6, "strip", TRUE, NULL);
  case CIMAGES_GIF:
    return vips_gifsave_buffer(*image, &result->bytes, &result->count, "strip", TRUE, NULL);
  case CIMAGES_WEBP:
    failed = vips_webpsave_buffer(*image, &result->bytes, &result->count, "Q", quality, "strip", TRUE, NULL);
    if (!failed) forget_chunks(result->bytes, &result->count);
    return failed;
  default:
    return vips_jpegsave_buffer(*image, &result->bytes, &result->count, "Q", quality, "optimize_coding", TRUE, "strip",
                                TRUE, NULL);
  }
}

/* The bytes are at fault, as far as libvips can be asked. */
static int finish(VipsImage *image, int status) {
  if (image) g_object_unref(image);
  vips_error_clear();
  return status;
}

int cimages_normalise(const void *bytes, size_t count, int format, struct cimages_limits limits,
                      struct cimages_result *result) {
  memset(result, 0, sizeof *result);
  VipsImage *image = NULL;
  if (load(bytes, count, format, &image)) return finish(image, CIMAGES_UNREADABLE);
  if (is_too_large(image, limits)) return finish(image, CIMAGES_TOO_LARGE);
  int is_animated = vips_image_get_n_pages(image) > 1 && (format == CIMAGES_GIF || format == CIMAGES_WEBP);
  if (!is_animated) {
    VipsImage *upright = NULL;
    int failed = vips_autorot(image, &upright, NULL);
    if (replace(&image, upright, failed)) return finish(image, CIMAGES_UNREADABLE);
  }
  if (to_srgb(&image)) return finish(image, CIMAGES_UNREADABLE);
  int made = format == CIMAGES_HEIF ? CIMAGES_JPEG : format;
  if (save(&image, made, 90, result)) return finish(image, CIMAGES_UNREADABLE);
  return finish(image, CIMAGES_DONE);
}

static int own_format(const unsigned char *bytes, size_t count) {
  if (count > 3 && bytes[0] == 0xFF && bytes[1] == 0xD8) return CIMAGES_JPEG;
  if (count > 8 && bytes[0] == 0x89 && bytes[1] == 'P') return CIMAGES_PNG;
  if (count > 6 && memcmp(bytes, "GIF8", 4) == 0) return CIMAGES_GIF;
  if (count > 12 && memcmp(bytes + 8, "WEBP", 4) == 0) return CIMAGES_WEBP;
  return 0;
}

int cimages_shrink(const void *bytes, size_t count, int width, struct cimages_limits limits,
                   struct cimages_result *result) {
  memset(result, 0, sizeof *result);
  int format = own_format(bytes, count);
  VipsImage *image = NULL;
  if (load(bytes, count, format, &image)) return finish(image, CIMAGES_UNREADABLE);
  if (is_too_large(image, limits)) return finish(image, CIMAGES_TOO_LARGE);
  g_object_unref(image);
  image = NULL;
  const char *options = format == CIMAGES_GIF || format == CIMAGES_WEBP ? "n=-1" : "";
  if (vips_thumbnail_buffer((void *)bytes, count, &image, width, "height", VIPS_MAX_COORD, "size", VIPS_SIZE_DOWN,
                            "option_string", options, NULL))
    return finish(image, CIMAGES_UNREADABLE);
  if (save(&image, format, 80, result)) return finish(image, CIMAGES_UNREADABLE);
  return finish(image, CIMAGES_DONE);
}

int cimages_measure_document(const void *bytes, size_t count, struct cimages_result *result) {
  memset(result, 0, sizeof *result);
  VipsImage *image = NULL;
  if (vips_pdfload_buffer((void *)bytes, count, &image, NULL)) return finish(image, CIMAGES_UNREADABLE);
  result->format = CIMAGES_PDF;
  result->width = vips_image_get_width(image);
  result->height = vips_image_get_height(image);
  result->pages = vips_image_get_n_pages(image);
  return finish(image, CIMAGES_DONE);
}

int cimages_draw_page(const void *bytes, size_t count, int width, struct cimages_limits limits,
                      struct cimages_result *result) {
  struct cimages_result size;
  int status = cimages_measure_document(bytes, count, &size);
  memset(result, 0, sizeof *result);
  if (status) return status;
  if (size.width < 1 || size.height < 1) return CIMAGES_UNREADABLE;
  double scale = (double)width / size.width;
  /* A page like a ribbon gets no picture beyond measure. */
  if (scale * size.height > limits.side) scale = (double)limits.side / size.height;
  if (scale * size.height * scale * size.width > limits.pixels) return CIMAGES_TOO_LARGE;
  VipsImage *image = NULL;
  if (vips_pdfload_buffer((void *)bytes, count, &image, "scale", scale, NULL))
    return finish(image, CIMAGES_UNREADABLE);
  if (is_too_large(image, limits)) return finish(image, CIMAGES_TOO_LARGE);
  if (flatten(&image) || to_srgb(&image)) return finish(image, CIMAGES_UNREADABLE);
  if (save(&image, CIMAGES_JPEG, 85, result)) return finish(image, CIMAGES_UNREADABLE);
  result->pages = size.pages;
  return finish(image, CIMAGES_DONE);
}
