#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

/* A key on P-256 from its point and, where there is one, its number; NULL where the point is not on the curve. The
   builder keeps pointers to names, which Swift's strings do not have for so long. */
static inline EVP_PKEY *openssl_p256(const BIGNUM *number, const unsigned char *point, size_t count) {
  EVP_PKEY *key = NULL;
  OSSL_PARAM *parameters = NULL;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  int selection = number ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;
  if (context && builder
      && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0)
      && OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, count)
      && (!number || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number))
      && (parameters = OSSL_PARAM_BLD_to_param(builder))
      && EVP_PKEY_fromdata_init(context) == 1
      && EVP_PKEY_fromdata(context, &key, selection, parameters) != 1)
    key = NULL;
  OSSL_PARAM_free(parameters);
  OSSL_PARAM_BLD_free(builder);
  EVP_PKEY_CTX_free(context);
  return key;
}

/* A public RSA key; NULL where the numbers are none. */
static inline EVP_PKEY *openssl_rsa(const BIGNUM *modulus, const BIGNUM *exponent) {
  EVP_PKEY *key = NULL;
  OSSL_PARAM *parameters = NULL;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  if (context && builder
      && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, modulus)
      && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, exponent)
      && (parameters = OSSL_PARAM_BLD_to_param(builder))
      && EVP_PKEY_fromdata_init(context) == 1
      && EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1)
    key = NULL;
  OSSL_PARAM_free(parameters);
  OSSL_PARAM_BLD_free(builder);
  EVP_PKEY_CTX_free(context);
  return key;
}
