#ifndef CTHREADS_H
#define CTHREADS_H

/// Names the calling thread; at most 15 bytes of the name are used.
void cthreads_name(const char *name);

#endif
