/* Only its flags are of use: CImages speaks to libvips, whose interface is variadic and made of macros. */
