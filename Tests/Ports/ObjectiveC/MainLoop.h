/* What the main queue and the root class are on a phone, with GCC's Objective-C and its runtime
 * alone. */
#import <objc/objc.h>

/* The root class. An object belongs to whoever made it, who frees it. */
__attribute__((objc_root_class))
@interface Root {
  Class isa;
}
+ (id)alloc;
+ (id)new;
- (id)init;
- (void)free;
@end

/* What can be done on the main thread; freed once it has been done. */
@interface Message : Root {
@public
  Message *next;
}
/* Who sends it. */
- (id)sender;
/* Does it. */
- (void)perform;
@end

/* Performs messages on the main thread, in the order in which they come. */
@interface MainLoop : Root
/* Adds a message; from any thread. */
+ (void)post:(Message *)message;
/* Frees the waiting messages that `sender` has sent; from the main thread. */
+ (void)forget:(id)sender;
/* Performs messages until one has called +stop. */
+ (void)run;
+ (void)stop;
@end
