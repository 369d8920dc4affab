/* Stands for a phone's main queue and root class, with only GCC's Objective-C and its runtime. */
#import <objc/objc.h>

/* The root class. The maker of an object owns it and frees it. */
__attribute__((objc_root_class))
@interface Root {
  Class isa;
}
+ (id)alloc;
+ (id)new;
- (id)init;
- (void)free;
@end

/* A message to perform on the main thread; freed afterwards. */
@interface Message : Root {
@public
  Message *next;
}
/* Its sender. */
- (id)sender;
/* Performs it. */
- (void)perform;
@end

/* Performs messages on the main thread, in their order. */
@interface MainLoop : Root
/* Adds a message; from any thread. */
+ (void)post:(Message *)message;
/* Frees the waiting messages that `sender` has sent; from the main thread. */
+ (void)forget:(id)sender;
/* Performs messages until one has called +stop. */
+ (void)run;
+ (void)stop;
@end
