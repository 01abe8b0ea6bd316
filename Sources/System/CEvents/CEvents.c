#include "CEvents.h"
