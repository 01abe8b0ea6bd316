#ifndef MARU_CLIBSSL_H
#define MARU_CLIBSSL_H

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// Macros of OpenSSL that Swift cannot call.

static inline int libssl_set_host_name(SSL *ssl, const char *name) {
  return (int)SSL_set_tlsext_host_name(ssl, name);
}

static inline int libssl_at_least_tls12(SSL_CTX *context) {
  return (int)SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

static inline size_t libssl_pending(BIO *bio) { return BIO_ctrl_pending(bio); }

#endif
