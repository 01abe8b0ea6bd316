#ifndef MARU_CCURL_H
#define MARU_CCURL_H

#define CURL_DISABLE_TYPECHECK
#include <arpa/inet.h>
#include <curl/curl.h>
#include <fcntl.h>
#include <sys/socket.h>

// Variadic functions and unions of libcurl, which Swift cannot use.

static inline CURLcode libcurl_start(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

static inline CURLcode libcurl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode libcurl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode libcurl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode libcurl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode libcurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

/// For answers, header fields and what is uploaded alike.
static inline CURLcode libcurl_set_bytes(CURL *easy, CURLoption option, curl_write_callback call) {
  return curl_easy_setopt(easy, option, call);
}

static inline CURLcode libcurl_set_open(CURL *easy, curl_opensocket_callback call) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, call);
}

static inline CURLcode libcurl_set_before_request(CURL *easy, curl_prereq_callback call) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, call);
}

static inline long libcurl_number(CURL *easy, CURLINFO which) {
  long value = 0;
  return curl_easy_getinfo(easy, which, &value) == CURLE_OK ? value : 0;
}

static inline CURLMcode libcurl_limit(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

/// The next transfer that has ended; NULL: none.
static inline CURL *libcurl_ended(CURLM *multi, CURLcode *result) {
  int left = 0;
  for (CURLMsg *message; (message = curl_multi_info_read(multi, &left)) != NULL;) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

/// Writes the address that is about to be connected to; `text` has room for INET6_ADDRSTRLEN. 0: no IP address.
static inline int libcurl_address(const struct curl_sockaddr *address, char *text) {
  const void *bytes = NULL;
  if (address->family == AF_INET) bytes = &((const struct sockaddr_in *)&address->addr)->sin_addr;
  if (address->family == AF_INET6) bytes = &((const struct sockaddr_in6 *)&address->addr)->sin6_addr;
  return bytes != NULL && inet_ntop(address->family, bytes, text, INET6_ADDRSTRLEN) != NULL;
}

static inline curl_socket_t libcurl_open(const struct curl_sockaddr *address) {
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

#endif
