#pragma once
#include <pocketsphinx.h>
#include <sphinxbase/fsg_model.h>
