#include "CWasm.h"
